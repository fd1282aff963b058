package main

import (
	"io"
	"net/http"
	"testing"

	"github.com/wring-go/wring/casebook/servertest"
)

// TestRun starts the command as a user does, asks it once, and ends it.
func TestRun(t *testing.T) {
	address, stop := servertest.Run(t, run, "-listen", "127.0.0.1:0", "-delay", "1ms")
	ask(t, address)
	stop()
}

// TestProcess ends the program by SIGTERM.
func TestProcess(t *testing.T) {
	address, terminate := servertest.Process(t, "-listen", "127.0.0.1:0", "-delay", "1ms")
	ask(t, address)
	terminate()
}

func ask(t *testing.T, address string) {
	t.Helper()
	resp, err := http.Get("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
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
