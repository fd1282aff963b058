package fix

import (
	"go/ast"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential"
)

// TestNaive gives the judge of behaviour a rewrite of each adversarial function
// that looks right and is not, as the oracle shows. It must reject them all. Of
// the packages of the suite three are taken, and all in a long test.
func TestNaive(t *testing.T) {
	if testing.Short() {
		t.Skip("compares many functions")
	}
	dir := suiteModule(t)
	overlay := rewrite.Files{}
	for pkg, name := range naives(t) {
		if left(pkg) {
			continue
		}
		file := pkg + "/" + pkg + ".go"
		overlay[file] = naive(t, file, []byte(read(t, filepath.Join(suite, file))),
			[]byte(read(t, name)))
	}
	before, after := witnessed(t, nil, ""), witnessed(t, overlay, "")
	rejected := 0
	for pkg, name := range naives(t) {
		if left(pkg) || !long() && !slices.Contains([]string{"alias", "empty", "format"}, pkg) {
			continue
		}
		t.Run(pkg, func(t *testing.T) {
			got := judged(t, dir, pkg, overlay[pkg+"/"+pkg+".go"])
			rewrites, had := declared(t, name), rejected
			originals := declared(t, filepath.Join(suite, pkg, pkg+".go"))
			for _, fn := range slices.Sorted(maps.Keys(originals)) {
				key := pkg + "." + fn
				if before[key] == after[key] {
					if rewrites[fn] != nil && before[key] != "" {
						t.Errorf("%s: the oracle does not see that the rewrite is wrong", fn)
					}
					continue
				}
				if _, compared := got[fn]; !compared && rewrites[fn] == nil {
					if leads(originals, fn, func(fn string) bool {
						return rewrites[fn] != nil
					}) && !leads(originals, fn, func(fn string) bool {
						return got[fn].Outcome == alloc.Rejected
					}) {
						t.Errorf("%s: nothing that it calls is rejected", fn)
					}
					continue // others have left what it finds
				}
				t.Logf("%s: %s: %s", fn, got[fn].Outcome, got[fn].Reason)
				if got[fn].Outcome == alloc.Rejected {
					rejected++
					continue
				}
				t.Errorf("%s: not rejected after %d inputs", fn, got[fn].Evidence.Inputs)
			}
			for _, fn := range unseen(rewrites, before, pkg) {
				if got[fn].Outcome == alloc.Rejected {
					t.Logf("%s: %s: %s", fn, got[fn].Outcome, got[fn].Reason)
					rejected++
				}
			}
			if least := 3; rejected-had < least {
				t.Errorf("%d wrong rewrites were rejected, want %d", rejected-had, least)
			}
		})
	}
	t.Logf("%d wrong rewrites rejected", rejected)
}

// leads reports whether a function names one for which is reports true, or another one that leads
// there.
func leads(funcs map[string]*ast.FuncDecl, fn string, is func(fn string) bool) bool {
	todo, seen := []string{fn}, map[string]bool{fn: true}
	for ; len(todo) > 0; todo = todo[1:] {
		if is(todo[0]) {
			return true
		}
		for n := range ast.Preorder(funcs[todo[0]]) {
			id, ok := n.(*ast.Ident)
			for name := range funcs {
				if ok && !seen[name] && id.Name == name[strings.LastIndexByte(name, '.')+1:] {
					seen[name] = true
					todo = append(todo, name)
				}
			}
		}
	}
	return false
}

// unseen returns the rewritten functions that the oracle does not call by themselves.
func unseen(rewrites map[string]*ast.FuncDecl, before seen, pkg string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(rewrites)), func(fn string) bool {
		return before[pkg+"."+fn] != ""
	})
}

// judged compares a package of the module in dir with another text of its file.
func judged(t *testing.T, dir, pkg string, now []byte) map[string]differential.Result {
	t.Helper()
	file := filepath.Join(dir, pkg, pkg+".go")
	results, err := differential.Compare(t.Context(), verify.Change{Dir: dir, ModuleDir: dir,
		Module: "example.com/adversarial", New: rewrite.Files{file: now},
		Packages: []string{"example.com/adversarial/" + pkg}}, differential.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]differential.Result{}
	for _, r := range results {
		found[r.Func] = r
	}
	return found
}
