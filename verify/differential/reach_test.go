package differential_test

import (
	"cmp"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential"
)

var (
	reach = flag.String("reach", "", "folder of a module: say which functions can be judged")
	every = flag.Uint("every", 1, "with -reach: look at one of so many functions")
)

// TestReach compares every function of a module with itself and counts those
// that the judge can speak of, and why it cannot of the others. What differs
// from itself is an error. It is run by hand:
//
//	go test ./verify/differential -run Reach -reach FOLDER -every 5 -v
func TestReach(t *testing.T) {
	if *reach == "" {
		t.Skip("no folder is named with -reach")
	}
	c := marked(t, *reach)
	n := uint(0)
	results, err := differential.Compare(t.Context(), c,
		differential.Options{Inputs: 500, Time: 500 * time.Millisecond,
			Skip: func(string, string) bool { n++; return n%*every != 0 }})
	if err != nil {
		t.Fatal(err)
	}
	outcomes, reasons := map[alloc.Outcome]int{}, map[string]int{}
	for _, r := range results {
		outcomes[r.Outcome]++
		switch r.Outcome {
		case alloc.Rejected:
			t.Errorf("%s.%s differs from itself: %s", r.Package, r.Func, r.Reason)
		case alloc.Unknown:
			reasons[kind(r.Reason)]++
			t.Logf("%s.%s: %s", r.Package, r.Func, r.Reason)
		}
	}
	for _, reason := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Compare(reasons[b], reasons[a])
	}) {
		t.Logf("%4d: %s", reasons[reason], reason)
	}
	t.Logf("%d functions, %d can be judged", len(results), outcomes[alloc.Accepted])
}

var numbers = regexp.MustCompile(`^\S+#\d: |(parameter )?\d+( of \d+)?`)

// kind returns a reason without what is particular to one function.
func kind(reason string) string {
	line, _, _ := strings.Cut(reason, "\n")
	return numbers.ReplaceAllString(line, "N")
}

// marked returns a change of a module in which each function has a comment more.
func marked(t *testing.T, dir string) verify.Change {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	listing, err := load.List(t.Context(), load.Config{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	c := verify.Change{Dir: dir, ModuleDir: listing.ModuleDir, Module: listing.Module,
		New: map[string][]byte{}}
	for _, p := range listing.Packages {
		c.Packages = append(c.Packages, p.Path)
		names, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !strings.HasSuffix(name, "_test.go") {
				c.New[name] = comments(t, name)
			}
		}
	}
	return c
}

func comments(t *testing.T, name string) []byte {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	done := 0
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			at := fset.Position(fn.Body.Lbrace).Offset + 1
			out = append(append(out, src[done:at]...), "/**/"...)
			done = at
		}
	}
	return append(out, src[done:]...)
}
