package github

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/wring-go/wring/alloc"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// report reads the report that all outputs of the guard are tested with. It
// holds what is hard to write.
func report(t *testing.T) alloc.GuardReport {
	t.Helper()
	data, err := os.ReadFile("../testdata/guard.json")
	if err != nil {
		t.Fatal(err)
	}
	var rep alloc.GuardReport
	if err := json.Unmarshal(data, &rep); err != nil {
		t.Fatal(err)
	}
	return rep
}

// golden compares what was written with testdata/guard.txt.
func golden(t *testing.T, got []byte) {
	t.Helper()
	const name = "testdata/guard.txt"
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Nothing in a text can end a command or begin one: each annotation is one line,
// and every line but the last is an annotation.
func TestWrite(t *testing.T) {
	rep := report(t)
	var out bytes.Buffer
	if err := Write(&out, rep, "sub/"); err != nil {
		t.Fatal(err)
	}
	golden(t, out.Bytes())
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
