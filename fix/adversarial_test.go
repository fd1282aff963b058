package fix

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
)

// judges are those that may drop a rewrite.
var judges = []string{"build", "tests", "differential", "counts", "timing", "files"}

// TestAdversarial runs all techniques over functions whose edge cases break
// rewrites that look right. The oracle, which the loop does not see, must see
// no difference; something must have been rewritten, and what was rejected must
// say by whom.
func TestAdversarial(t *testing.T) {
	if testing.Short() {
		t.Skip("rewrites a module of many functions")
	}
	before := map[string]seen{"": witnessed(t, nil, ""), "other": witnessed(t, nil, "other")}
	for _, risk := range []technique.Risk{technique.Ask, technique.Checked} {
		if !long() && risk != technique.Ask {
			continue // fewer techniques than before
		}
		t.Run(string(risk), func(t *testing.T) {
			files := fixedSuite(t, risk)
			for tags, want := range before {
				got := witnessed(t, files, tags)
				for _, fn := range slices.Sorted(maps.Keys(want)) {
					if got[fn] != want[fn] {
						was, is := apart(want[fn], got[fn])
						t.Errorf("%s is broken with -tags=%s:\n\tbefore: %s\n\tafter:  %s",
							fn, tags, was, is)
					}
				}
			}
		})
	}
}

// fixedSuite rewrites the suite and returns the files that have changed, by
// their names relative to the module.
func fixedSuite(t *testing.T, risk technique.Risk) rewrite.Files {
	t.Helper()
	dir := suiteModule(t)
	opt := options(t, dir)
	opt.Techniques, opt.Risk = propose.Techniques(), risk
	opt.Slower = true // the clock only drops rewrites, and those that it drops count here
	r, err := Run(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	by, rewritten := map[string]int{}, map[string]bool{}
	for _, trial := range r.Trials {
		if trial.Accepted {
			rewritten[trial.Func] = true
			continue
		}
		by[trial.Rejected]++
		if !slices.Contains(judges, trial.Rejected) || trial.Reason == "" {
			t.Errorf("%s in %s: rejected by %q because %q", trial.Technique, trial.Func,
				trial.Rejected, trial.Reason)
		}
		t.Logf("%s in %s: %s: %s", trial.Technique, trial.Func, trial.Rejected, trial.Reason)
	}
	functions := 0
	names, _ := filepath.Glob(suite + "/*/*.go")
	for _, name := range names {
		if !left(filepath.Base(filepath.Dir(name))) && !strings.HasSuffix(name, "_test.go") {
			functions += len(declared(t, name))
		}
	}
	t.Logf("%d functions, %d rewritten by %d rewrites, rejected: %v", functions, len(rewritten),
		len(r.Trials)-sum(by), by)
	if least := 30; len(rewritten) < least && named() == nil {
		t.Errorf("%d functions are rewritten, want %d: the suite must hold what can be",
			len(rewritten), least)
	}
	files := rewrite.Files{}
	for name, text := range r.Files {
		files[symbol.FileName(dir, name)] = text
		testenv.Write(t, name, string(text))
	}
	for _, tags := range []string{"", "other"} {
		if _, err := gocmd.Run(t.Context(), gocmd.Call{Dir: dir,
			Args: []string{"vet", "-tags=" + tags, "./..."}}); err != nil {
			t.Error(err)
		}
	}
	return files
}

func sum(m map[string]int) int {
	n := 0
	for _, v := range m {
		n += v
	}
	return n
}

// apart returns the first lines in which two texts differ.
func apart(a, b string) (string, string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i], y[i]
		}
	}
	return x[len(x)-1], y[len(y)-1]
}
