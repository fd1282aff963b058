package compare

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/wring-go/wring/alloc"
)

// Text is what a text in the Go benchmark format holds.
type Text struct {
	list  []*benchfmt.Result
	units benchfmt.UnitMetadataMap
}

// ErrNoResult says that a text in the Go benchmark format has no result.
var ErrNoResult = errors.New("holds no result of a benchmark")

// ReadText reads a text in the Go benchmark format. A line that begins like a
// result and is none is an error: to go on without it would be to compare less
// than the file seems to hold.
func ReadText(r io.Reader, name string) (*Text, error) {
	t := &Text{}
	in := benchfmt.NewReader(r, name)
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.Result:
			if unit, ok := notFinite(rec); ok {
				return nil, fmt.Errorf("%s: the %s of %s is no number: measure again, or take the "+
					"line away", name, unit, rec.Name)
			}
			t.list = append(t.list, rec.Clone())
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("%w: this line is a result that is broken; "+
				"measure again, or take the line away", rec)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	if len(t.list) == 0 {
		return nil, fmt.Errorf("%s %w: it must be what go test -bench prints, a record of "+
			"wring top -o, a folder, or a revision", name, ErrNoResult)
	}
	t.units = in.Units()
	return t, nil
}

// notFinite returns the unit of a figure that cannot be compared.
func notFinite(r *benchfmt.Result) (unit string, ok bool) {
	for _, v := range r.Values {
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			return v.Unit, true
		}
	}
	return "", false
}

// State describes the text, as far as it says.
func (t *Text) State(name string) alloc.State {
	first := t.list[0]
	return alloc.State{Name: name, Kind: "text", GOOS: first.GetConfig("goos"),
		GOARCH: first.GetConfig("goarch"), Go: goVersion(first.GetConfig("go"))}
}

// goVersion returns the version in what a text calls "go": "go1.26.8", or
// "go version go1.26.8 linux/amd64".
func goVersion(text string) string {
	for word := range strings.FieldsSeq(text) {
		if strings.HasPrefix(word, "go1") {
			return word
		}
	}
	return ""
}

// results returns the text's results as those of a side.
func (t *Text) results(label string, rename func(string) string, mixed bool) []result {
	var list []result
	for _, r := range t.list {
		r = r.Clone()
		r.SetConfig(".file", label)
		if mixed {
			base, parts := r.Name.Parts()
			r.Name = withoutProcs(base, parts)
		}
		pkg := rename(r.GetConfig("pkg"))
		b := alloc.Benchmark{Package: pkg, Name: "Benchmark" + string(r.Name.Full())}
		list = append(list, result{Result: r, name: b.FullName()})
	}
	return list
}

// withoutProcs joins the parts of a name but for GOMAXPROCS.
func withoutProcs(base []byte, parts [][]byte) benchfmt.Name {
	name := append([]byte{}, base...)
	for _, p := range parts {
		if len(p) > 0 && p[0] != '-' {
			name = append(name, p...)
		}
	}
	return name
}
