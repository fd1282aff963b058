package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestRun starts the command as a user does, asks it once, and ends it.
func TestRun(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"-listen", "127.0.0.1:0", "-delay", "1ms"}, w, io.Discard)
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, url, _ := strings.Cut(strings.TrimSpace(line), "listening on ")
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	stop()
	if err := <-ended; err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("%s, and it ends with %v", resp.Status, err)
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {"-listen", "nowhere"},
		{"-listen", "127.0.0.1:0", "-variant", "erlang"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
