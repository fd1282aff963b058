package fix

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/propose"
)

// The suite must hold so many functions and wrong rewrites: in all, and for each
// technique.
const (
	functionsInAll, naiveInAll = 400, 300
	functionsEach, naiveEach   = 6, 4
)

// of names the packages of the suite that are for a technique and do not have its name.
var of = map[string][]string{
	"deepequal":   {"compared"},
	"sumonce":     {"reused"},
	"valueresult": {"values"},
	"lazymap":     {"late"},
	"passdown":    {"walk"},
}

// TestSuiteSize counts the functions and their wrong rewrites, which are those of the
// same name.
func TestSuiteSize(t *testing.T) {
	functions, naive := map[string]int{}, map[string]int{}
	all, wrong := 0, 0
	names, err := filepath.Glob(suite + "/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		pkg := filepath.Base(filepath.Dir(name))
		if pkg == "oracle" || pkg == "naive" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		n := len(declared(t, name))
		functions[pkg] += n
		all += n
	}
	for pkg, name := range naives(t) {
		originals := declared(t, filepath.Join(suite, pkg, pkg+".go"))
		for fn := range declared(t, name) {
			if originals[fn] != nil {
				naive[pkg]++
				wrong++
			}
		}
	}
	t.Logf("%d functions, %d wrong rewrites", all, wrong)
	if all < functionsInAll || wrong < naiveInAll {
		t.Errorf("want %d and %d", functionsInAll, naiveInAll)
	}
	for _, technique := range propose.Techniques() {
		a, b := 0, 0
		for _, pkg := range slices.Concat([]string{technique.Name}, of[technique.Name]) {
			a, b = a+functions[pkg], b+naive[pkg]
		}
		if a < functionsEach || b < naiveEach {
			t.Errorf("%s: %d functions and %d wrong rewrites, want %d and %d", technique.Name, a, b,
				functionsEach, naiveEach)
		}
	}
}
