package main

import (
	"io"
	"strings"
	"testing"
)

// TestStorm is a small one.
func TestStorm(t *testing.T) {
	var out strings.Builder
	ok, err := run(t.Context(), []string{"-rate", "200", "-d", "500ms", "-stay", "100ms"}, &out,
		io.Discard)
	if err != nil || !ok || !strings.Contains(out.String(), "100 joined, 0 failed") {
		t.Errorf("%v, %v\n%s", ok, err, out.String())
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {"-rate", "0"}, {"-d", "-1s"}} {
		if _, err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
