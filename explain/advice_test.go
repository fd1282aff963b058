package explain

import (
	"math"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestAdvice has a finding of each kind, and next to it one that lacks what speaks for
// the advice.
func TestAdvice(t *testing.T) {
	flow := []string{"flow: ~r0 = string(b)"}
	for _, test := range []struct {
		name    string
		cause   string
		typ     string
		fn      string
		reasons []string
		perOp   float64
		kind    string
		prize   float64
	}{
		{"nodes of a tree", "escaping-literal", "*m.Node", "m.parse", nil, 10, "arena", 9},
		{"of another package", "escaping-literal", "*h.Node", "m.parse", nil, 10, "", 0},
		{"one struct", "escaping-literal", "*m.Node", "m.parse", nil, 1, "", 0},
		{"an anonymous struct", "escaping-literal", "struct { x int }", "m.parse", nil, 10, "", 0},
		{"texts of fields", "string-bytes-conversion", "string", "m.fields", nil, 8, "intern", 8},
		{"one text", "string-bytes-conversion", "string", "m.field", nil, 1, "", 0},
		{"an exported result", "string-concat", "string", "m.Name", flow, 1, "append-twin", 1},
		{"of a method", "builder-grows", "[]uint8", "m.(*T).Text", flow, 2, "append-twin", 2},
		{"an inner result", "string-concat", "string", "m.name", flow, 1, "", 0},
		{"of a closure", "string-concat", "string", "m.Name.func1", flow, 1, "", 0},
		{"of a command", "string-concat", "string", "main.Name", flow, 1, "", 0},
		{"not a result", "string-concat", "string", "m.Name", nil, 1, "", 0},
		{"documents", "json-decode", "map[string]interface {}", "m.read", nil, 30, "library", 30},
		{"patterns", "regexp-compile", "*regexp.Regexp", "m.match", nil, 5, "cache", 5},
		{"a whole file", "read-all", "[]uint8", "m.load", nil, 3, "buffer", 3},
		{"on first use only", "json-decode", "m.T", "m.read", nil, 0, "", 0},
	} {
		f := alloc.Finding{Cause: test.cause, Reasons: test.reasons,
			Site:  alloc.Site{Package: "example.com/m", Func: test.fn, Type: test.typ},
			Count: alloc.Count{Objects: 1000}}
		if test.perOp == 0 {
			f.FirstUse = f.Objects
		} else {
			f.PerOp = []alloc.PerOp{{Benchmark: "B", Objects: test.perOp}}
		}
		list := []alloc.Finding{f, f}
		list[1].Techniques = []string{"prealloc"}
		advise(list)
		if list[1].Advice != nil {
			t.Errorf("%s: advice where a technique has a proposal", test.name)
		}
		got := alloc.Advice{}
		if list[0].Advice != nil {
			got = *list[0].Advice
		}
		whole := (got.Kind != "") == (got.Text != "" && got.Evidence != "")
		if got.Kind != test.kind || math.Abs(got.Objects-test.prize) > 1e-9 || !whole {
			t.Errorf("%s: got %+v, want %s of %v", test.name, got, test.kind, test.prize)
		}
	}
}
