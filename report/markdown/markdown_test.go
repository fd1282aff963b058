package markdown

import (
	"bytes"
	"flag"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// TestDiff writes a comparison with names that would break out of a cell, and
// of every kind of figure.
func TestDiff(t *testing.T) {
	var out bytes.Buffer
	if err := Diff(&out, testenv.JSON[alloc.Diff](t, "../testdata/diff.json")); err != nil {
		t.Fatal(err)
	}
	testenv.Golden(t, "testdata/diff.golden", out.Bytes(), *update)
}
