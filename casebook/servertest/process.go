package servertest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Run calls a main function's body in this process, and stops it when the test
// ends, or when stop is called. It returns where the server listens.
func Run(t testing.TB, run func(ctx context.Context, args []string, stdout,
	stderr io.Writer) error, args ...string) (address string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, args, w, io.Discard)
		w.Close()
		ended <- err
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("%q ends with %v", args, err)
		}
	})
	t.Cleanup(stop)
	return firstLine(t, r), stop
}

// Process builds the command in the working directory and starts it. It returns
// where the server listens; terminate sends SIGTERM and wants exit code 0.
func Process(t testing.TB, args ...string) (address string, terminate func()) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program; not with -short")
	}
	bin := filepath.Join(t.TempDir(), "server")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(bin, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	wait := sync.OnceValue(cmd.Wait)
	t.Cleanup(func() { cmd.Process.Kill(); wait() })
	return firstLine(t, out), func() {
		t.Helper()
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := wait(); err != nil {
			t.Errorf("SIGTERM ends it with %v", err)
		}
	}
}

// firstLine returns the address in the first line that a server prints, and drops
// the others.
func firstLine(t testing.TB, r io.Reader) string {
	t.Helper()
	in := bufio.NewReader(r)
	line, err := in.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, in)
	var address string
	if _, err := fmt.Sscanf(line[strings.Index(line, "://")+3:], "%s", &address); err != nil {
		t.Fatalf("%q names no address", line)
	}
	return address
}
