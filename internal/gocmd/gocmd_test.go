package gocmd_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
)

func TestRunFailureShowsTheGoCommandsWords(t *testing.T) {
	dir := t.TempDir()
	_, err := gocmd.Run(t.Context(), gocmd.Call{Dir: dir, Args: []string{"list", "./no/such"}})
	var failed *gocmd.Error
	if !errors.As(err, &failed) {
		t.Fatalf("got %T %v, want *gocmd.Error", err, err)
	}
	for _, want := range []string{"go list ./no/such", dir, "exit status 1", "go.mod"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("message lacks %q:\n%v", want, err)
		}
	}
}

func TestRunStreams(t *testing.T) {
	var out, said strings.Builder
	got, err := gocmd.Run(t.Context(), gocmd.Call{
		Args: []string{"env", "GOOS"}, Env: []string{"GOOS=plan9"}, Stdout: &out, Stderr: &said})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 0 || out.String() != "plan9\n" {
		t.Errorf("returned %q, streamed %q; want all of it streamed", got, out.String())
	}
}

func TestRunWithoutGoCommand(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := gocmd.Run(t.Context(), gocmd.Call{Args: []string{"version"}})
	if !errors.Is(err, gocmd.ErrNotFound) || !strings.Contains(err.Error(), "PATH") {
		t.Errorf("got %v", err)
	}
}

func TestCommandLineOfAnErrorIsShort(t *testing.T) {
	long := strings.Repeat("x", 300)
	args := []string{"test", "-run=A B", "-tags=" + long, long}
	err := &gocmd.Error{Args: args, Err: os.ErrClosed}
	got, want := err.Error(), `go test "-run=A B" -tags=... ...: file already closed`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestCancelEndsTheWholeGroup uses a go command whose child ignores interrupts.
func TestCancelEndsTheWholeGroup(t *testing.T) {
	dir := t.TempDir()
	fake, sign := filepath.Join(dir, "go"), filepath.Join(dir, "alive")
	script := "#!/bin/sh\ntrap '' INT\n" +
		"(while :; do date +%N > " + sign + "; sleep 0.05; done) &\nwait\n"
	if err := os.WriteFile(fake, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for !exists(sign) {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	_, err := gocmd.Run(ctx, gocmd.Call{Go: fake, Dir: dir})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	os.Remove(sign)
	time.Sleep(200 * time.Millisecond)
	if exists(sign) {
		t.Error("a child outlived the command")
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func TestEnv(t *testing.T) {
	tc, err := gocmd.Env(t.Context(), ".", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !tc.InModule() || tc.GOROOT == "" || tc.GOARCH == "" || tc.RequireModule(".") != nil {
		t.Errorf("got %+v", tc)
	}
	dir := t.TempDir()
	tc, err = gocmd.Env(t.Context(), dir, []string{"GOFLAGS=-tags=x", "GOWORK=off"})
	if err != nil {
		t.Fatal(err)
	}
	if tc.GOFLAGS != "-tags=x" || tc.InModule() {
		t.Errorf("got %+v", tc)
	}
	err = tc.RequireModule(dir)
	if err == nil || !strings.Contains(err.Error(), "no go.mod in "+dir) {
		t.Errorf("got %v", err)
	}
}

func TestEnvTooOld(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho '{\"GOVERSION\": \"go1.24.9\", \"GOROOT\": \"/opt/go\"}'\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	tc, err := gocmd.Env(t.Context(), "", nil)
	if err == nil || !strings.Contains(err.Error(), "/opt/go is go1.24.9") {
		t.Errorf("got %v", err)
	}
	if tc.Version() != "go1.24.9" {
		t.Errorf("version %q", tc.Version())
	}
}

func TestMinor(t *testing.T) {
	for goversion, want := range map[string]int{
		"go1.26.8": 26, "go1.27": 27, "go1.26rc1": 26, "go1.26.8 X:nodwarf5": 26,
		"devel go1.28-0123abcd Mon": 28, "go1.25.3-acme": 25,
	} {
		if got, ok := gocmd.Minor(goversion); !ok || got != want {
			t.Errorf("Minor(%q) = %d, %t; want %d", goversion, got, ok, want)
		}
	}
	for _, goversion := range []string{"", "devel", "gopher", "go2.1"} {
		if got, ok := gocmd.Minor(goversion); ok {
			t.Errorf("Minor(%q) = %d, want none", goversion, got)
		}
	}
}

func TestFromModCache(t *testing.T) {
	in := gocmd.Toolchain{GOROOT: "/m/golang.org/toolchain@v0.0.1-go1.27.4", GOMODCACHE: "/m"}
	out := gocmd.Toolchain{GOROOT: "/usr/lib/go", GOMODCACHE: "/m"}
	if !in.FromModCache() || out.FromModCache() || (gocmd.Toolchain{}).FromModCache() {
		t.Error("wrong")
	}
}

func TestLinkFlags(t *testing.T) {
	t.Setenv("GOFLAGS", "-ldflags=-X=main.version=1")
	for env, want := range map[string]int{"A=b": 0, "GOFLAGS=-mod=mod": 1,
		"GOFLAGS=-v '-ldflags=-X=a.b=c'": 0} {
		if got := gocmd.LinkFlags([]string{env}); len(got) != want {
			t.Errorf("with %s: %q", env, got)
		}
	}
	t.Setenv("GOFLAGS", "")
	for order, want := range map[gocmd.Order]string{0: "-ldflags=-s -w",
		3: "-ldflags=-s -w -randlayout=3"} {
		if got := order.LinkFlags(nil); len(got) != 1 || got[0] != want {
			t.Errorf("in order %d: %q, want %q", order, got, want)
		}
	}
}
