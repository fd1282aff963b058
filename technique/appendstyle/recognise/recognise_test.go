package recognise

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique/techtest"
)

const source = `package p

import (
	"bytes"
	"fmt"
	"strings"
)

func joined(list []string) string {
	parts := []string{"head"}
	for _, s := range list {
		parts = append(parts, s, "x")
	}
	return strings.Join(parts, ", ")
}

func plain(n int) string {
	s := "<"
	for range n {
		s += "a" + "b"
	}
	return s
}

func built(list []string) string {
	var b strings.Builder
	b.Grow(10)
	for _, s := range list {
		b.WriteString(s)
		b.WriteByte(',')
		fmt.Fprintf(&b, "%d", len(s))
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String()
}

func buffered(s string) string {
	var b bytes.Buffer
	b.WriteString(s)
	return b.String()
}

// What it adds up is compared before it is whole: bytes are compared as well.
func peeked(list []string) string {
	s := ""
	for _, e := range list {
		if s == "stop" {
			break
		}
		s += e
	}
	return s
}

// What it adds up is handed on before it is whole.
func handed(list []string) string {
	s := ""
	for _, e := range list {
		if strings.Repeat(s, 2) == next() {
			break
		}
		s += e
	}
	return s
}

func next() string { return fmt.Sprint(strings.Repeat("a", 2)) }

// A closure may add to it at any time.
func captured(list []string) string {
	s := ""
	add := func() { s += "x" }
	add()
	return s
}

func sums(a, b string) (string, string) {
	c := a + "-" + b
	return fmt.Sprintf("%s!", c), a
}

func escaped(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "&", "&amp;"), "<", "&lt;")
}

func inRow(s string) string {
	s = strings.ReplaceAll(s, "a", "b")
	s = strings.ReplaceAll(s, "b", "c")
	return "[" + s + "]"
}
`

// functions returns what is recognised in the functions of the source, by name.
func functions(t *testing.T) map[string]*Function {
	pkgs := techtest.Load(t, txtar.Parse([]byte(
		"-- go.mod --\nmodule example.com/p\n\ngo 1.25\n-- p.go --\n"+source)))
	if len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatalf("%d packages: %v", len(pkgs), pkgs[0].Errors)
	}
	p := pkgs[0]
	ix := New(&analysis.Pass{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo,
		TypesSizes: p.TypesSizes}, inspector.New(p.Syntax).Root())
	all := map[string]*Function{}
	for _, decl := range p.Syntax[0].Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			all[fn.Name.Name] = ix.Function(fn)
		}
	}
	return all
}

func TestAccumulators(t *testing.T) {
	all := functions(t)
	kinds := map[kind]string{parts: "parts", Plain: "string", builder: "builder", buffer: "buffer"}
	for name, want := range map[string]string{
		"joined":   `parts: parts, begins with 1, 1 additions, 1 reads, separator ", "`,
		"plain":    `s: string, begins with 1, 1 additions, 1 reads, separator ""`,
		"built":    `b: builder, begins with 0, 3 additions, 1 reads, separator ""`,
		"buffered": `b: buffer, begins with 0, 1 additions, 1 reads, separator ""`,
		"peeked":   `s: string, begins with 0, 1 additions, 2 reads, separator ""`,
		"handed":   "",
		"captured": "",
	} {
		var got []string
		for _, a := range all[name].Accumulators() {
			got = append(got, fmt.Sprintf("%s: %s, begins with %d, %d additions, %d reads, "+
				"separator %q", a.Var.Name(), kinds[a.Kind], len(a.Init), len(a.Adds),
				len(a.Reads), a.Sep))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestSums(t *testing.T) {
	all := functions(t)
	for name, want := range map[string][]string{
		"sums":    {`a + "-" + b`, `fmt.Sprintf("%s!", c)`},
		"escaped": {`strings.ReplaceAll(strings.ReplaceAll(s, "&", "&amp;"), "<", "&lt;")`},
		"inRow":   {`"[" + s + "]"`},
		"joined":  nil, // how many pieces there are is not known here
	} {
		var got []string
		for _, e := range all[name].Sums() {
			got = append(got, types.ExprString(e))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestLinks: replacements one after the other are one table of bytes, in one expression or
// in several statements.
func TestLinks(t *testing.T) {
	all := functions(t)
	table := func(e ast.Expr, f *Function) string {
		base, links := f.AllLinks(e)
		became := Table(links)
		text := types.ExprString(base)
		for _, c := range slices.Sorted(maps.Keys(became)) {
			text += fmt.Sprintf(" %c=%s", c, became[c])
		}
		return text
	}
	escaped := all["escaped"]
	result := escaped.Returns()[0].Results[0]
	if got, want := table(result, escaped), "s &=&amp; <=&lt;"; got != want ||
		!escaped.Escapes(result) {
		t.Errorf("escaped: got %q, want %q", got, want)
	}
	row := all["inRow"]
	middle := row.Leaves(row.Returns()[0].Results[0])[1]
	if got, want := table(middle, row), "s a=c b=c"; got != want {
		t.Errorf("inRow: got %q, want %q", got, want)
	}
}
