package main

import (
	"io"
	"testing"

	"github.com/wring-go/wring/casebook/chat/check"
	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
)

// TestProcess talks to the program and ends it by SIGTERM, which must be code 1001
// for the client.
func TestProcess(t *testing.T) {
	address, terminate := servertest.Process(t, "-listen", "127.0.0.1:0", "-debug",
		"127.0.0.1:0")
	c, err := check.Join(t.Context(), address, "lobby", "ann", wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 10; n++ {
		if err := c.Say(n); err != nil {
			t.Fatal(err)
		}
	}
	servertest.Eventually(t, "all is heard", func() bool { return c.Last() == 10 })
	terminate()
	if code, err := c.End(t.Context()); code != 1001 || err != nil {
		t.Errorf("closed with %d, %v", code, err)
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {"-listen", "nowhere"},
		{"-listen", "127.0.0.1:0", "-debug", "nowhere"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
