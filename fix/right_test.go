package fix

import (
	"flag"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential"
)

var rightEvery = flag.Int("right-every", 1, "TestRight judges one case of so many")

// TestRight gives the judge of behavior rewrites that are known to be right: the cases of
// the techniques, whose code before and after was read by people and agrees on a thousand
// inputs. Of a hundred functions it may refuse five at most.
func TestRight(t *testing.T) {
	if !long() {
		t.Skip("compares hundreds of functions: WRING_TEST_LONG=1")
	}
	names, err := filepath.Glob("../technique/*/testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	right, refused, unknown := 0, 0, 0
	for i, name := range names {
		if i%*rightEvery != 0 {
			continue
		}
		before, after := sides(t, name)
		if before == "" || after == "" {
			continue
		}
		dir := testenv.Module(t, map[string]string{"p/p.go": before})
		results, err := differential.Compare(t.Context(), verify.Change{Dir: dir, ModuleDir: dir,
			Module: "example.com/m", Packages: []string{"example.com/m/p"},
			New: rewrite.Files{filepath.Join(dir, "p", "p.go"): []byte(after)}},
			differential.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, r := range results {
			right++
			switch r.Outcome {
			case alloc.Rejected:
				refused++
				t.Logf("%s: %s: refused: %s", name, r.Func, r.Reason)
			case alloc.Unknown:
				unknown++
				t.Logf("%s: %s: not known: %s", name, r.Func, r.Reason)
			}
		}
	}
	t.Logf("of %d right rewrites %d are refused, and %d cannot be judged", right, refused, unknown)
	if 20*(refused+unknown) > right {
		t.Error("want one of twenty at most")
	}
}

// sides returns the code before and after of a case with one file on each side.
func sides(t *testing.T, name string) (before, after string) {
	t.Helper()
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		switch f.Name {
		case "before.go":
			before = string(f.Data)
		case "after.go":
			after = string(f.Data)
		}
	}
	return before, after
}
