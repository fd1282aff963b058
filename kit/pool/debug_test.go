package pool

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDebugBuild runs the tests of this package in a debug build, which finds
// the mistakes that the others below make.
func TestDebugBuild(t *testing.T) {
	if debugging {
		return
	}
	// The go command keeps results of tests by what they have read. It must see
	// that this one depends on code that only the other build has.
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sources {
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-tags", "pooldebug", ".")
	cmd.Env = append(os.Environ(), "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// mistakes returns what f panics with, as text.
func mistakes(t *testing.T, f func()) (text string) {
	t.Helper()
	if !debugging {
		t.Skip("not a debug build")
	}
	defer func() { text, _ = recover().(string) }()
	f()
	return ""
}

//go:noinline
func putFirst(b *Buffer) { b.Put() }

//go:noinline
func putAgain(b *Buffer) { b.Put() }

// The message shows the first Put, and nothing of this package.
func TestPutTwice(t *testing.T) {
	for name, between := range map[string]func(*Pool){
		"at once":           func(*Pool) {},
		"after another Get": func(p *Pool) { p.Get(100) }, // Another user has the bytes now.
		"after Trim":        (*Pool).Trim,
	} {
		var p Pool
		b := p.Get(100)
		text := mistakes(t, func() {
			putFirst(b)
			between(&p)
			putAgain(b)
		})
		first, rest, _ := strings.Cut(text, "\n")
		if !strings.Contains(first, "put back twice") ||
			!strings.HasPrefix(rest, "\tgithub.com/wring-go/wring/kit/pool.putFirst\n") ||
			strings.Contains(text, "putAgain") {
			t.Errorf("%s: panics with %q", name, text)
		}
	}
}

// Bytes are watched to the end of the buffer, not of what was in it.
func TestWrittenAfterPut(t *testing.T) {
	for _, at := range []int{0, 2, 99, 127} {
		var p Pool
		text := mistakes(t, func() {
			b := p.Get(100)
			b.B = append(b.B, "mine"...)
			kept := b.B[:cap(b.B)]
			putFirst(b)
			kept[at] = 'x'
			p.Get(100)
		})
		if !strings.Contains(text, fmt.Sprintf("byte %d of", at)) ||
			!strings.Contains(text, "pool.putFirst\n") {
			t.Errorf("byte %d: panics with %q", at, text)
		}
	}
}

// What is right is not reported: bytes that are read late, or written before.
func TestNoMistakes(t *testing.T) {
	var p Pool
	text := mistakes(t, func() {
		for i := range 100 {
			b := p.Get(100 + i)
			b.B = append(b.B, make([]byte, i*10)...)
			b.B[:cap(b.B)][cap(b.B)-1] = 1
			other := p.Get(i)
			other.Put()
			b.Put()
		}
		p.Trim()
	})
	if leaks := p.Leaks(); text != "" || leaks != nil {
		t.Errorf("panics with %q, leaks %q", text, leaks)
	}
}

func TestLeaks(t *testing.T) {
	var p Pool
	b, _ := p.Get(100), p.Get(200)
	b.Put()
	leaks := p.Leaks()
	if !debugging {
		if leaks != nil {
			t.Errorf("reports %q, but watches nothing", leaks)
		}
		return
	}
	if len(leaks) != 1 || !strings.HasPrefix(leaks[0],
		"\tgithub.com/wring-go/wring/kit/pool.TestLeaks\n") {
		t.Errorf("reports %q", leaks)
	}
	gets := []func(){func() { p.Get(1) }, func() { p.Get(2) }, func() { p.Get(3) }}
	for _, get := range gets {
		get()
	}
	if leaks := p.Leaks(); len(leaks) != 4 || !slices.IsSorted(leaks) {
		t.Errorf("reports %q", leaks)
	}
}
