package fix

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify/differential"
)

// rewriting is a technique for tests: it puts one text for another wherever it
// stands in p.go.
type rewriting struct {
	name     string
	fn       string // in the package
	old, new string
	risk     technique.Risk
	at       string // on the line that allocates; "" for old
}

// rewritings proposes the rewritings of a file.
func (j *job) rewritings(file string, list []rewriting) source {
	return func(_ context.Context, files rewrite.Files, _ []string) (
		[]propose.Found, []alloc.Warning, error) {
		text, err := j.disk.under(files, file)
		if err != nil {
			return nil, nil, err
		}
		var found []propose.Found
		for _, r := range list {
			at := bytes.Index(text, []byte(r.old))
			if at < 0 {
				continue
			}
			before, _, _ := bytes.Cut(text, []byte(cmp.Or(r.at, r.old)))
			line := 1 + bytes.Count(before, []byte("\n"))
			c := alloc.Candidate{Technique: r.name, Package: "example.com/m/p",
				Func: "example.com/m/p." + r.fn, File: "p/p.go", Line: line, Message: r.name,
				Risk: string(r.risk), Edits: []alloc.Edit{{File: file, Start: at,
					End: at + len(r.old), New: r.new}}}
			found = append(found, propose.Found{Candidate: c,
				Around: propose.Lines{File: file, First: line, Last: line}})
		}
		return found, nil, nil
	}
}

// cacheDir is the user's: building the traced standard library takes a minute.
func cacheDir(t *testing.T) string {
	t.Helper()
	user, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(user, "wring")
}

// options measures the module in dir.
func options(t *testing.T, dir string) Options {
	t.Helper()
	cache := cacheDir(t)
	tools, err := gocmd.Env(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	traced, err := trace.Prepare(tools, cache)
	if err != nil {
		t.Skip(err)
	}
	listing, err := load.List(t.Context(), load.Config{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	cfg := trace.Config{Dir: dir, CacheDir: cache, Toolchain: traced, Packages: listing.Packages,
		N: 50, Timeout: time.Minute}
	rec, err := trace.Measure(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	rec.Module, rec.ModuleDir = listing.Module, listing.ModuleDir
	for _, p := range listing.Packages {
		rec.Packages = append(rec.Packages, p.Package)
	}
	return Options{Trace: cfg, Record: rec, BenchTime: 5 * time.Millisecond,
		Differential: differential.Options{Inputs: 1000, Time: 500 * time.Millisecond}}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLoop has each judge drop what is wrong, and keeps the rest, in several
// rounds.
func TestLoop(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a module many times")
	}
	dir := testenv.Module(t, map[string]string{
		"p/p.go": read(t, "testdata/p.go"), "p/p_test.go": read(t, "testdata/p_test.go")})
	opt := options(t, dir)
	j := newJob(opt, t.TempDir())
	j.source = j.rewritings(filepath.Join(dir, "p", "p.go"), []rewriting{
		{"join", "Join", "return s + p", "return string(append([]byte(s), p...))", "safe", ""},
		{"grow", "Grow", "var out []int // grow", "out := make([]int, 0, len(xs))", "checked",
			"append(out, x+1)"},
		{"keep", "Keep", "var out []int // keep", keepNew, "checked", "append(out, x+2)"},
		{"same", "Same", "make([]int, n) // same", "make([]int, n, n)", "safe", ""},
		{"typo", "Typo", "new(int) // typo", "new(integer)", "safe", ""},
		{"slow", "Slow", "make([]byte, n) // slow", "slowly(n)", "safe", ""},
		{"one", "Both", "leak1(&x)", "x", "safe", "func Both"},
		{"two", "Both", "leak2(&x)", "x", "safe", "func Both"},
		{"home", "Home", "string(append([]byte(nil), home...))", "home[:len(home)-1]", "safe", ""},
		{"user", "User", "string(append([]byte(nil), user...))", "user", "checked", ""},
	})
	r, err := j.result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"join": "counts", "grow": "differential", "keep": "accepted",
		"same": "counts", "typo": "build", "slow": "timing", "one": "accepted", "two": "accepted",
		"home": "tests", "user": "differential",
	}
	for _, trial := range r.Trials {
		got := trial.Rejected
		if trial.Accepted {
			got = "accepted"
		}
		if got != want[trial.Technique] {
			t.Errorf("%s: got %s, want %s: %s", trial.Technique, got, want[trial.Technique],
				trial.Reason)
		}
		delete(want, trial.Technique)
	}
	for name := range want {
		t.Errorf("%s was not tried", name)
	}
	text := string(r.Files[filepath.Join(dir, "p", "p.go")])
	for _, kept := range []string{keepNew, "return x + x\n"} {
		if !strings.Contains(text, kept) {
			t.Errorf("the new file lacks %q", kept)
		}
	}
	if read(t, filepath.Join(dir, "p", "p.go")) != read(t, "testdata/p.go") {
		t.Error("the file on disk has changed")
	}
	if err := r.Write(t.TempDir(), nil); err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join(dir, "p", "p.go")) != text {
		t.Error("the file on disk has not changed")
	}
}

// TestLoopTogether has candidates that gain by themselves beside two that gain
// only together: one of those alone makes its function small enough to be
// inlined, and what it allocates is its caller's then.
func TestLoopTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a module many times")
	}
	testAccepted(t, []rewriting{
		{"keep", "Keep", "var out []int // keep", keepNew, "checked", "append(out, x+2)"},
		{"one", "Both", "leak1(&x)", "x", "safe", "func Both"},
		{"two", "Both", "leak2(&x)", "x", "safe", "func Both"},
		{"easy", "Easy", "string(append([]byte(nil), s...))", "s", "safe", ""},
	})
}

// TestTogether says of candidates that gain nothing alone why they are not kept together.
func TestTogether(t *testing.T) {
	one := candidate{key: "one"}
	s := state{dropped: []rejection{{candidate: one, judge: "counts", reason: "nothing"},
		{candidate: one, judge: "files", reason: "other"},
		{candidate: candidate{key: "two"}, judge: "counts", reason: "nothing"}}}
	s.note([]candidate{one}, "first")
	s.note([]candidate{one}, "slower")
	var got []string
	for _, r := range s.dropped {
		got = append(got, r.trial().Reason)
	}
	want := []string{"nothing; with the others for this function: slower", "other", "nothing"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestLoopMasked has beside the two that gain only together one that gains more
// than its function allocated: there the first of the two seems to gain alone.
func TestLoopMasked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a module many times")
	}
	testAccepted(t, []rewriting{
		{"mask", "Mask", "ps := make([]*int, n&7+100)\n\tps[0] = p\n\treturn *ps[0]", "return *p",
			"safe", "ps := make"},
		{"one", "Both", "leak1(&x)", "x", "safe", "func Both"},
		{"two", "Both", "leak2(&x)", "x", "safe", "func Both"},
	})
}

// testAccepted has a loop accept all rewritings.
func testAccepted(t *testing.T, list []rewriting) {
	t.Helper()
	dir := testenv.Module(t, map[string]string{
		"p/p.go": read(t, "testdata/p.go"), "p/p_test.go": read(t, "testdata/p_test.go")})
	opt := options(t, dir)
	opt.Slower = true
	j := newJob(opt, t.TempDir())
	j.source = j.rewritings(filepath.Join(dir, "p", "p.go"), list)
	r, err := j.result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Trials) != len(list) {
		t.Errorf("%d trials, want %d", len(r.Trials), len(list))
	}
	for _, trial := range r.Trials {
		if !trial.Accepted {
			t.Errorf("%s is rejected by %s: %s", trial.Technique, trial.Rejected, trial.Reason)
		}
	}
}

const keepNew = "out := []int(nil)\n\tif len(xs) > 0 {\n\t\tout = make([]int, 0, len(xs))\n\t}"

// TestBudget has no time at all.
func TestBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a module")
	}
	dir := testenv.Module(t, map[string]string{
		"p/p.go": read(t, "testdata/p.go"), "p/p_test.go": read(t, "testdata/p_test.go")})
	opt := options(t, dir)
	opt.Time = time.Nanosecond
	j := newJob(opt, t.TempDir())
	j.source = j.rewritings(filepath.Join(dir, "p", "p.go"), []rewriting{
		{"keep", "Keep", "var out []int // keep", keepNew, "checked", "append(out, x+2)"}})
	r, err := j.result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Files) != 0 || len(r.Warnings) != 1 || r.Warnings[0].Code != "budget" {
		t.Errorf("got %d files, %+v, %v", len(r.Files), r.Trials, r.Warnings)
	}
}

// TestForbidden has proposals for files that are not to be changed.
func TestForbidden(t *testing.T) {
	opt := Options{Record: &alloc.Record{ModuleDir: "/m"}, Skip: func(file string) string {
		if filepath.Base(file) == "dirty.go" {
			return "dirty"
		}
		return ""
	}}
	for file, want := range map[string]string{
		"/m/p/p.go": "", "/m/p/dirty.go": "dirty", "/m/vendor/x/x.go": "vendored",
		"/other/x.go": "outside the module", "/m/../m2/x.go": "outside the module",
	} {
		got := opt.forbidden(alloc.Candidate{Edits: []alloc.Edit{{File: file}}})
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}
