package github

import (
	"bytes"
	"flag"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// report is the one that all outputs of the guard are tested with. It holds what
// is hard to write.
func report(t testing.TB) alloc.GuardReport {
	t.Helper()
	return testenv.JSON[alloc.GuardReport](t, "../testdata/guard.json")
}

// Nothing in a text can end a command or begin one: each annotation is one line,
// and every line but the last is an annotation.
func TestWrite(t *testing.T) {
	rep := report(t)
	var out bytes.Buffer
	if err := Write(&out, rep, "sub/"); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/guard.txt", out.Bytes(), *update)
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if want := len(rep.Problems) + len(rep.Warnings) + 1; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	for _, line := range lines[:len(lines)-1] {
		if !bytes.HasPrefix(line, []byte("::")) || bytes.ContainsAny(line, "\r") {
			t.Errorf("no annotation: %q", line)
		}
	}
}
