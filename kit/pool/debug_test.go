package pool

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDebugBuild runs the tests of this package in a debug build, which finds
// the mistakes that the others below make.
func TestDebugBuild(t *testing.T) {
	if debugging {
		return
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

func TestPutTwice(t *testing.T) {
	var p Pool
	b := p.Get(100)
	text := mistakes(t, func() {
		b.Put()
		p.Get(100) // Somebody else has the bytes now.
		b.Put()
	})
	if !strings.Contains(text, "put back twice") || !strings.Contains(text, "debug_test.go") {
		t.Errorf("panics with %q", text)
	}
}

func TestWrittenAfterPut(t *testing.T) {
	var p Pool
	text := mistakes(t, func() {
		b := p.Get(100)
		kept := append(b.B, "mine"...)
		b.Put()
		kept[2] = 'x'
		p.Get(100)
	})
	if !strings.Contains(text, "byte 2") || !strings.Contains(text, "TestWrittenAfterPut") {
		t.Errorf("panics with %q", text)
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
	if len(leaks) != 1 || !strings.Contains(leaks[0], "TestLeaks") {
		t.Errorf("reports %q", leaks)
	}
}
