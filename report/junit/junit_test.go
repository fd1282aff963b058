package junit

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
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

// golden compares what was written with testdata/guard.xml.
func golden(t *testing.T, got []byte) {
	t.Helper()
	const name = "testdata/guard.xml"
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

// The document is XML whatever the texts hold, and its numbers are those of its
// test cases.
func TestWrite(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, report(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, out.Bytes())
	var doc suites
	if err := xml.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	s := doc.Suites[0]
	failures := 0
	for _, c := range s.Cases {
		if c.Failure != nil {
			failures++
		}
	}
	if s.Tests != len(s.Cases) || s.Failures != failures || doc.Failures != failures ||
		failures != 3 {
		t.Errorf("%d tests and %d failures are said of %d and %d", s.Tests, s.Failures,
			len(s.Cases), failures)
	}
}
