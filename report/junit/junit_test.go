package junit

import (
	"bytes"
	"encoding/xml"
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

// The document is XML whatever the texts hold, and its numbers are those of its
// test cases.
func TestWrite(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, report(t)); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/guard.xml", out.Bytes(), *update)
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
