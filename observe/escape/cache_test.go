package escape_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/escape"
)

const small = `
-- go.mod --
module example.com/m

go 1.25.0
-- p/p.go --
package p

import "example.com/m/q"

func New() *int { return q.New() }
-- p/p_test.go --
package p
-- q/q.go --
package q

func New() *int { return new(int) }
`

// spy puts a go command on PATH that notes what it is asked for, and returns a
// function that tells whether something was compiled since it was last called.
func spy(t *testing.T) (compiled func() bool) {
	t.Helper()
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes")
	script := "#!/bin/sh\necho \"$*\" >>" + notes + "\nexec " + real + " \"$@\"\n"
	write(t, filepath.Join(dir, "go"), script)
	if err := os.Chmod(filepath.Join(dir, "go"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() bool {
		said, err := os.ReadFile(notes)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(notes)
		return bytes.Contains(said, []byte("-json=0,"))
	}
}

// ask returns the facts and checks whether they came from the cache.
func ask(t *testing.T, cfg escape.Config, compiled func() bool, want bool) []alloc.Fact {
	t.Helper()
	facts, warnings, err := escape.Facts(t.Context(), cfg)
	if err != nil || len(warnings) > 0 {
		t.Fatal(warnings, err)
	}
	if got := compiled(); got != want {
		t.Fatalf("compiled: %t, want %t", got, want)
	}
	return facts
}

func TestCache(t *testing.T) {
	compiled := spy(t)
	cfg := module(t, txtar.Parse([]byte(small)))
	cfg.CacheDir = filepath.Join(t.TempDir(), "made", "on", "demand")

	first := ask(t, cfg, compiled, true)
	again := ask(t, cfg, compiled, false)
	if len(first) == 0 || describe(cfg, first, nil) != describe(cfg, again, nil) {
		t.Fatalf("got %v, then %v", first, again)
	}

	// What a package calls is part of its key: p's facts are about q's code.
	write(t, cfg.Dir+"/q/q.go", "package q\n\n\nfunc New() *int { return new(int) }\n")
	moved := ask(t, cfg, compiled, true)
	inP := slices.ContainsFunc(moved, func(f alloc.Fact) bool {
		return f.Line == 4 && len(f.Inlined) == 1 && strings.HasSuffix(f.Inlined[0].File, "p.go")
	})
	if !inP {
		t.Errorf("p's facts are out of date: %v", moved)
	}
	ask(t, cfg, compiled, false)

	// Going back finds what was kept.
	write(t, cfg.Dir+"/q/q.go", "package q\n\nfunc New() *int { return new(int) }\n")
	ask(t, cfg, compiled, false)

	// Flags are part of the key, and so is the question about tests.
	cfg.BuildFlags = []string{"-tags=other", "-gcflags=all=-l"}
	ask(t, cfg, compiled, true)
	cfg.BuildFlags, cfg.Tests = nil, false
	ask(t, cfg, compiled, true)
}

func TestCacheDamaged(t *testing.T) {
	compiled := spy(t)
	cfg := module(t, txtar.Parse([]byte(small)))
	cfg.CacheDir, cfg.Tests = t.TempDir(), false
	want := describe(cfg, ask(t, cfg, compiled, true), nil)
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return nil },
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		func(b []byte) []byte { return append(b, 0) },
	} {
		entries := 0
		err := filepath.WalkDir(cfg.CacheDir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			entries++
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			return os.WriteFile(name, damage(data), 0o666)
		})
		if err != nil || entries != 2 {
			t.Fatalf("%d entries, %v; want one for each package", entries, err)
		}
		if got := describe(cfg, ask(t, cfg, compiled, true), nil); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
		ask(t, cfg, compiled, false)
	}
}

// TestCacheUnwritable uses a path below a file: no permission helps there.
func TestCacheUnwritable(t *testing.T) {
	compiled := spy(t)
	cfg := module(t, txtar.Parse([]byte(small)))
	write(t, cfg.Dir+"/file", "")
	cfg.CacheDir, cfg.Tests = cfg.Dir+"/file/cache", false
	for range 2 {
		if facts := ask(t, cfg, compiled, true); len(facts) == 0 {
			t.Error("no facts")
		}
	}
}

// TestNoProblemIsCached: what failed once is tried again.
func TestNoProblemIsCached(t *testing.T) {
	cfg := module(t, txtar.Parse([]byte(small)))
	cfg.CacheDir = t.TempDir()
	write(t, cfg.Dir+"/p/p_test.go", "package p\n\nfunc f() int { return nil }\n")
	_, warnings, err := escape.Facts(t.Context(), cfg)
	if err != nil || len(warnings) != 1 {
		t.Fatal(warnings, err)
	}
	write(t, cfg.Dir+"/p/p_test.go", "package p\n\nfunc f() *int { return new(int) }\n")
	facts, warnings, err := escape.Facts(t.Context(), cfg)
	if err != nil || len(warnings) > 0 {
		t.Fatal(warnings, err)
	}
	if !strings.Contains(describe(cfg, facts, nil), "p/p_test.go:3:27") {
		t.Errorf("got %v", facts)
	}
}

func TestCancel(t *testing.T) {
	cfg := module(t, txtar.Parse([]byte(small)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := escape.Facts(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
