package json

import (
	"bytes"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
)

// TestCompared writes a comparison, a history, a bisection, and one that found
// nothing, with names that are special in HTML or Markdown, and every kind of
// figure.
func TestCompared(t *testing.T) {
	d := testenv.JSON[alloc.Diff](t, "../testdata/diff.json")
	h := testenv.JSON[alloc.History](t, "../testdata/history.json")
	b := testenv.JSON[alloc.Bisection](t, "../testdata/bisection.json")
	none := testenv.JSON[alloc.Bisection](t, "../testdata/no-bisection.json")
	var out bytes.Buffer
	for name, write := range map[string]func() error{
		"diff":         func() error { return WriteDiff(&out, d) },
		"history":      func() error { return WriteHistory(&out, h) },
		"bisection":    func() error { return WriteBisection(&out, b) },
		"no-bisection": func() error { return WriteBisection(&out, none) },
	} {
		t.Run(name, func(t *testing.T) {
			out.Reset()
			if err := write(); err != nil {
				t.Fatal(err)
			}
			testenv.Golden(t, "testdata/"+name+".golden", out.Bytes(), *update)
		})
	}
}

// TestProfileDiffNoNull compares two empty profiles, and a line that was not
// there before: what cannot be said is left out, and nothing is null.
func TestProfileDiffNoNull(t *testing.T) {
	added := alloc.ProfileLineDiff{Func: "p.F", Changes: []alloc.ProfileChange{{Unit: "objects"}}}
	for name, d := range map[string]alloc.ProfileDiff{
		"empty": {},
		"added": {Lines: []alloc.ProfileLineDiff{added}},
	} {
		var out bytes.Buffer
		if err := WriteProfileDiff(&out, d); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(out.Bytes(), []byte("null")) {
			t.Errorf("%s: something is null:\n%s", name, out.Bytes())
		}
	}
}
