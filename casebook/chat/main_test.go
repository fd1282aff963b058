package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wring-go/wring/casebook/chat/check"
	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
)

// TestProcess builds the command, talks to it,
// and ends it by SIGTERM, which must be code 1001 for the client and 0 for the
// shell.
func TestProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program; not with -short")
	}
	bin := filepath.Join(t.TempDir(), "chat")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(bin, "-listen", "127.0.0.1:0", "-debug", "127.0.0.1:0")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var address string
	fmt.Sscanf(strings.ReplaceAll(line, "/", " "), "listening on http: %s", &address)
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
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code, err := c.End(t.Context()); code != 1001 || err != nil {
		t.Errorf("closed with %d, %v", code, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("SIGTERM ends it with %v", err)
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
