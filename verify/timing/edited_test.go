package timing

import (
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// TestEdited names the functions that edits lie in, and tells when anything else changes.
func TestEdited(t *testing.T) {
	const text = `package p

import "fmt"

// V is a number.
var V = 1

// F prints.
func F() { fmt.Println(V) }

type T[K any] struct{ k K }

func (t *T[K]) M() { F() }
`
	c := verify.Change{Base: map[string][]byte{"p.go": []byte(text)}}
	type edit struct{ old, new string }
	for _, test := range []struct {
		name  string
		edits []edit
		want  string
		only  bool
	}{
		{"a body", []edit{{"Println", "Print"}}, "m/p.F", true},
		{"two bodies, and an import",
			[]edit{{`"fmt"`, `"log"`}, {"Println", "Print"}, {" F() }", " F(); F() }"}},
			"m/p.F m/p.(*T[...]).M", true},
		{"a comment of a function", []edit{{"F prints", "F writes"}}, "m/p.F", true},
		{"a variable", []edit{{"Println", "Print"}, {"V = 1", "V = 2"}}, "", false},
		{"a type", []edit{{"k K", "k, l K"}}, "", false},
		{"the package clause", []edit{{"package p", "package q"}}, "", false},
		{"a new function", []edit{{"\n\ntype T", "+func G() {}"}, {"Println", "Print"}},
			"m/p.F", true},
	} {
		one := verify.Candidate{Candidate: alloc.Candidate{Func: "m/p.F"}}
		for _, e := range test.edits {
			i := strings.Index(text, e.old)
			edit := alloc.Edit{File: "p.go", Start: i, End: i + len(e.old), New: e.new}
			if strings.HasPrefix(e.new, "+") {
				edit.End, edit.New = i, e.new[1:]
			}
			one.Edits = append(one.Edits, edit)
		}
		funcs, only := edited(c, one)
		if only != test.only || only && strings.Join(slices.Compact(funcs), " ") != test.want {
			t.Errorf("%s: got %v and %t, want %q and %t", test.name, funcs, only, test.want,
				test.only)
		}
	}
	broken := verify.Change{Base: map[string][]byte{"p.go": []byte("package")}}
	for _, c := range []verify.Change{broken, {}} {
		if _, only := edited(c, verify.Candidate{Candidate: alloc.Candidate{
			Edits: []alloc.Edit{{File: "p.go"}}}}); only {
			t.Error("a file that cannot be read or parsed says what is edited")
		}
	}
}
