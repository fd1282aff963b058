package csv

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/wring-go/wring/alloc"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// TestDiff writes a comparison with names that need quotes.
func TestDiff(t *testing.T) {
	var d alloc.Diff
	read(t, "diff", &d)
	var out bytes.Buffer
	if err := Diff(&out, d); err != nil {
		t.Fatal(err)
	}
	compare(t, "diff", out.Bytes())
}

// TestHistory writes commits, one of which could not be measured.
func TestHistory(t *testing.T) {
	var h alloc.History
	read(t, "history", &h)
	var out bytes.Buffer
	if err := History(&out, h); err != nil {
		t.Fatal(err)
	}
	compare(t, "history", out.Bytes())
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("../testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	golden := "testdata/" + name + ".golden"
	if *update {
		if err := os.WriteFile(golden, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
