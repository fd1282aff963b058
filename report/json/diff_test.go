package json

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestCompared writes a comparison, a history and a bisection, with names that
// mean something to whoever shows them, and every kind of figure.
func TestCompared(t *testing.T) {
	var d alloc.Diff
	var h alloc.History
	var b alloc.Bisection
	none := alloc.Bisection{Range: "v1..v2", Objects: [2]float64{3, 3}}
	for _, c := range []struct {
		name string
		into any
		call func(out *bytes.Buffer) error
	}{
		{"diff", &d, func(out *bytes.Buffer) error { return WriteDiff(out, d) }},
		{"history", &h, func(out *bytes.Buffer) error { return WriteHistory(out, h) }},
		{"bisection", &b, func(out *bytes.Buffer) error { return WriteBisection(out, b) }},
		{"no-bisection", &b, func(out *bytes.Buffer) error {
			b = none
			return WriteBisection(out, b)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := os.ReadFile("../testdata/" + c.name + ".json")
			if err == nil {
				err = json.Unmarshal(data, c.into)
			}
			if err != nil && c.name != "no-bisection" {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := c.call(&out); err != nil {
				t.Fatal(err)
			}
			golden := "testdata/" + c.name + ".golden"
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
		})
	}
}
