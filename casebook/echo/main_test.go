package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"testing"
)

// TestRun starts the command as a user does, sends something, and ends it.
func TestRun(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"-listen", "127.0.0.1:0"}, w, io.Discard) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ := strings.Cut(strings.TrimSpace(line), "tcp://")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "hello")
	got := make([]byte, 5)
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != "hello" {
		t.Errorf("%q, %v", got, err)
	}
	conn.Close()
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ends with %v", err)
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
