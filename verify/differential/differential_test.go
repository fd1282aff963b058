package differential_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential"
)

// change writes the module of a case to a folder and returns the change from
// its files below old/ to those below new/.
func change(t *testing.T, file string) (verify.Change, []byte) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m", New: map[string][]byte{},
		Packages: []string{"example.com/m/p"}}
	var old []byte
	for _, f := range archive.Files {
		name := f.Name
		if rest, ok := strings.CutPrefix(name, "new/"); ok {
			c.New[filepath.Join(dir, "p", rest)] = f.Data
			continue
		}
		if rest, ok := strings.CutPrefix(name, "old/"); ok {
			name, old = "p/"+rest, f.Data
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return c, old
}

// wants returns the words after want in the comments of functions, by name.
func wants(t *testing.T, src []byte) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "old.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Doc == nil {
			continue
		}
		if want, ok := strings.CutPrefix(strings.TrimSpace(fn.Doc.Text()), "want "); ok {
			found[fn.Name.Name] = want
		}
	}
	return found
}

// TestRewrites compares the old and new bodies of each case.
func TestRewrites(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			opt := differential.Options{}
			if testing.Short() {
				opt = differential.Options{Inputs: 3000, Time: 300 * time.Millisecond}
				if !slices.Contains([]string{"methods", "rewrites", "texts"},
					strings.TrimSuffix(filepath.Base(file), ".txtar")) {
					t.Skip("builds a module and compares it")
				}
			}
			rewrites(t, file, opt)
		})
	}
}

// TestOlder compares what reads random numbers under a toolchain that has no test package
// for that.
func TestOlder(t *testing.T) {
	env := []string{"GOTOOLCHAIN=go1.25.14"}
	_, err := gocmd.Run(t.Context(), gocmd.Call{Env: env, Args: []string{"version"}})
	if err != nil {
		t.Skip("NOT TESTED: ", err)
	}
	rewrites(t, "testdata/random.txtar", differential.Options{Inputs: 300}, env...)
}

func rewrites(t *testing.T, file string, opt differential.Options, env ...string) {
	c, old := change(t, file)
	c.Env = env
	results, err := differential.Compare(t.Context(), c, opt)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]differential.Result{}
	for _, r := range results {
		got[r.Func[strings.LastIndexByte(r.Func, '.')+1:]] = r
	}
	for name, want := range wants(t, old) {
		outcome, words, _ := strings.Cut(want, " ")
		r, ok := got[name]
		if !ok || string(r.Outcome) != outcome || !strings.Contains(r.Reason, words) {
			t.Errorf("%s: want %s, got %s after %d inputs\n%s", name, want, r.Outcome,
				r.Evidence.Inputs, r.Reason)
		}
		t.Logf("%s: %s after %d inputs\n%s", name, r.Outcome, r.Evidence.Inputs, r.Reason)
	}
}

// TestOutOfTime has no time left: the function of the first candidate is compared, and what no
// candidate is for; the others come with the next round.
func TestOutOfTime(t *testing.T) {
	c, _ := change(t, "testdata/handout.txtar")
	for _, fn := range []string{"Sum", "All"} {
		var one verify.Candidate
		one.Package, one.Func = "example.com/m/p", "example.com/m/p."+fn
		c.Candidates = append(c.Candidates, one)
	}
	results, err := differential.Compare(t.Context(), c, differential.Options{Inputs: 300,
		Left: func() time.Duration { return 0 }})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, r := range results {
		got[r.Func] = r.OutOfTime
	}
	if !got["All"] || got["Sum"] || got["Choose"] || got["Run"] {
		t.Errorf("out of time: %v, want All alone", got)
	}
}
