package main

import (
	"io"
	"testing"
)

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	dsn := []string{"-dsn", "root@tcp(127.0.0.1:1)/photos"}
	for _, args := range [][]string{{}, {"x"}, {"-nope"}, append(dsn, "-steps", "nope"),
		append(dsn, "-format", "xml"), {"-dsn", "nowhere:::"},
		append(dsn, "-listen", "nowhere")} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
	if _, err := serveDebug("0.0.0.0:0", nil, io.Discard); err == nil {
		t.Error("everybody may read the profiles")
	}
}
