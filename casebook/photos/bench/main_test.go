package main

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
)

// TestRun has the score of the last version twice, with little data.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers; not with -short")
	}
	var out bytes.Buffer
	err := run(t.Context(), []string{"-scale", "0.006", "-for", "200ms", "-warmup", "0s", "-steps",
		"all", "-aa", "2"}, &out, io.Discard)
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	want := regexp.MustCompile(`(?s)^score [1-9]\d* per minute: .*, 0 errors\n.*timeline .*` +
		`\nscore [1-9].*\nscores \[\d+ \d+\], \d+\.\d % apart\n$`)
	if err != nil || !want.Match(out.Bytes()) {
		t.Errorf("%v\n%s", err, out.Bytes())
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {"-for", "0s"}, {"-aa", "0"},
		{"-clients", "-1"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
