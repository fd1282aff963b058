package csv

import (
	"bytes"
	"flag"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// TestDiff writes a comparison with names that need quotes.
func TestDiff(t *testing.T) {
	var out bytes.Buffer
	if err := Diff(&out, testenv.JSON[alloc.Diff](t, "../testdata/diff.json")); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/diff.golden", out.Bytes(), *update)
}

// TestHistory writes commits, one of which could not be measured.
func TestHistory(t *testing.T) {
	h := testenv.JSON[alloc.History](t, "../testdata/history.json")
	var out bytes.Buffer
	if err := History(&out, h); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/history.golden", out.Bytes(), *update)
}
