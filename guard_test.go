package wring_test

import (
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
)

// TestGuard holds the three modules of this repository against their own
// budgets, and proves that the gate of one of them can fail.
func TestGuard(t *testing.T) {
	if testing.Short() {
		t.Skip("measures all benchmarks of three modules")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the budgets are for linux/amd64")
	}
	for _, dir := range []string{".", "kit", "casebook"} {
		t.Run(dir, func(t *testing.T) {
			opt := wring.GuardOptions{Dir: dir, Patterns: []string{"./..."}}
			if !hasSection(t, dir) {
				t.Skipf("no budgets for %s", runtime.Version())
			}
			rep, err := wring.Guard(t.Context(), opt)
			kept(t, rep, err)
			if dir != "." {
				return
			}
			rep, err = wring.ProveGuard(t.Context(), opt)
			kept(t, rep, err)
			if len(rep.Proofs) < 10 {
				t.Errorf("only this was shown: %q", rep.Proofs)
			}
		})
	}
}

// hasSection reports whether a module has budgets for the release of Go that the
// tests run with.
func hasSection(t *testing.T, dir string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "wring.budget"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(text), "\ngo: "+version.Lang(runtime.Version())+"\n")
}

func kept(t *testing.T, rep alloc.GuardReport, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range rep.Failures() {
		t.Errorf("%s:%d: %s", p.File, p.Line, p.Text)
		for _, s := range p.Sites {
			t.Logf("%s:%d: %s, %s → %s objects per operation",
				s.File, s.Line, s.Cause, s.Was, s.Now)
		}
	}
	if !rep.Kept || rep.Measured == 0 {
		t.Errorf("kept is %v, of %d benchmarks", rep.Kept, rep.Measured)
	}
}
