package main

import (
	"io"
	"net"
	"testing"

	"github.com/wring-go/wring/casebook/servertest"
)

// TestRun starts the command as a user does, sends something, and ends it.
func TestRun(t *testing.T) {
	address, stop := servertest.Run(t, run, "-listen", "127.0.0.1:0")
	say(t, address).Close()
	stop()
}

// TestProcess ends the program by SIGTERM, while a client is connected.
func TestProcess(t *testing.T) {
	address, terminate := servertest.Process(t, "-listen", "127.0.0.1:0", "-grace", "10ms")
	defer say(t, address).Close()
	terminate()
}

// say sends something and wants it back.
func say(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "hello")
	got := make([]byte, 5)
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != "hello" {
		t.Errorf("%q, %v", got, err)
	}
	return conn
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
