package gate

import (
	"go/token"
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/load"
)

const directed = `package p

//wring:allocs 2
func F() {}

func G() {
	_ = make([]int, 9) //wring:allow slice-make it is for the test
}

//wring:allow no-such-cause it is for the test
func H() {}

//wring:noalloc
func I() {}
`

const directedTest = `package p

import "testing"

//wring:unguarded it is for the test
func BenchmarkX(b *testing.B) {}

//wring:allocs 1
func BenchmarkY(b *testing.B) {}
`

// readAll returns the directives of a package of two files.
func readAll(t *testing.T) *directives {
	t.Helper()
	dir := testenv.Module(t, map[string]string{"p/p.go": directed, "p/p_test.go": directedTest,
		"p/plain.go": "package p\n"})
	d := noDirectives()
	d.used = make(map[token.Position]bool)
	p := load.Package{Package: alloc.Package{Path: "example.com/m/p", Name: "p",
		Dir: filepath.Join(dir, "p")}}
	for _, name := range []string{"p.go", "p_test.go", "plain.go"} {
		if err := d.read(p, filepath.Join(p.Dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// TestDirectives counts what is promised, and finds what is allowed and exempt.
func TestDirectives(t *testing.T) {
	d := readAll(t)
	if len(d.problems) > 0 || d.promises() != 3 || !d.onFunctions() {
		t.Fatalf("%d promises, problems %v", d.promises(), d.problems)
	}
	if !d.excepts("example.com/m/p", "BenchmarkX") ||
		!d.excepts("example.com/m/p", "BenchmarkX/part") ||
		d.excepts("example.com/m/p", "BenchmarkY") || d.excepts("example.com/m/q", "BenchmarkX") {
		t.Error("the wrong benchmarks are exempt")
	}
	file := d.of(guard.Allow)[0].Pos.Filename
	at := func(file string, line int, cause string) alloc.Finding {
		f := alloc.Finding{Cause: cause}
		f.File, f.Line = file, line
		return f
	}
	for _, f := range []alloc.Finding{at(file, 7, "append-grows"), at(file, 5, "slice-make"),
		at("x", 7, "slice-make")} {
		if d.silences(f) {
			t.Errorf("%+v is silenced", f)
		}
	}
	if len(d.used) > 0 {
		t.Error("an allowance is used before it is needed")
	}
	if !d.silences(at(file, 7, "slice-make")) || len(d.used) != 1 {
		t.Errorf("what is allowed is counted; %d are used", len(d.used))
	}
}

// TestCheckCauses refuses an allowance of a cause that there is not, once.
func TestCheckCauses(t *testing.T) {
	d := readAll(t)
	d.checkCauses()
	bad := 0
	for _, p := range d.problems {
		if p.Rule != guard.BadDirective || !p.Fails || p.Line == 0 {
			t.Errorf("got %+v", p)
		}
		bad++
	}
	if bad == 0 || len(d.used) != bad {
		t.Errorf("%d problems, %d directives are done with", bad, len(d.used))
	}
}
