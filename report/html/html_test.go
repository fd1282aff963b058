package html

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/wring-go/wring/alloc"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// TestDiff writes a comparison with names that would break out of a cell, and
// of every kind of figure.
func TestDiff(t *testing.T) {
	data, err := os.ReadFile("../testdata/diff.json")
	if err != nil {
		t.Fatal(err)
	}
	var d alloc.Diff
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Diff(&out, d); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/diff.golden"
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("got:\n%s\nwant:\n%s", out.Bytes(), want)
	}
}
