package plant

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

// open writes the module of a case and loads its package p; what stands below
// new/ is the change.
func open(t *testing.T, archive *txtar.Archive) (site, []reach.Target) {
	t.Helper()
	files := map[string]string{}
	c := verify.Change{Module: "example.com/m", New: map[string][]byte{}}
	for _, f := range archive.Files {
		if !strings.HasPrefix(f.Name, "new/") && !strings.HasPrefix(f.Name, "want/") {
			files[f.Name] = string(f.Data)
		}
	}
	c.Dir = testenv.Module(t, files)
	c.ModuleDir = c.Dir
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "new/"); ok {
			c.New[filepath.Join(c.Dir, filepath.FromSlash(name))] = f.Data
		}
	}
	pkg, err := reach.Load(t.Context(), nil, c, "example.com/m/p")
	if err != nil {
		t.Fatal(err)
	}
	var callable []reach.Target
	for _, target := range pkg.Targets() {
		if target.Unable == "" {
			callable = append(callable, target)
		}
	}
	return site{c, pkg, t.TempDir()}, callable
}

// planted returns all texts that are planted for a change: the test file of the
// new side, both sides' code, and the code that records.
func planted(t *testing.T, s site, targets []reach.Target) map[string][]byte {
	t.Helper()
	out := map[string][]byte{"want/registry.go": []byte(
		registry(s.change, s.pkg, targets, false))}
	covered, blocks := s.covered()
	taped, err := s.taped(targets)
	if err != nil {
		t.Fatal(err)
	}
	for side, files := range map[string]map[string][]byte{"old": s.mixing(), "new": covered,
		"record": taped} {
		for name, text := range files {
			out["want/"+side+"/"+filepath.Base(name)] = text
		}
	}
	var list bytes.Buffer
	for i, b := range blocks {
		fmt.Fprintf(&list, "%d: line %d of %s in %s\n", i, b.Line, filepath.Base(b.File), b.Func)
	}
	out["want/blocks"] = list.Bytes()
	return out
}

// TestPlanted compares what is planted with what the cases want.
func TestPlanted(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s, targets := open(t, archive)
			got := planted(t, s, targets)
			var rest []txtar.File
			for _, f := range archive.Files {
				if !strings.HasPrefix(f.Name, "want/") {
					rest = append(rest, f)
				} else if !*update && !bytes.Equal(f.Data, got[f.Name]) {
					t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got[f.Name], f.Data)
				}
			}
			if len(rest)+len(got) != len(archive.Files) && !*update {
				t.Errorf("%d texts are planted, want %d", len(got), len(archive.Files)-len(rest))
			}
			if *update {
				for _, want := range slices.Sorted(maps.Keys(got)) {
					rest = append(rest, txtar.File{Name: want, Data: got[want]})
				}
				archive.Files = rest
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestAhead records the calls of functions together that changes to come are about, and once more
// only those that nothing was seen to call.
func TestAhead(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	archive, err := txtar.ParseFile("testdata/whole.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s, targets := open(t, archive)
	var names []string
	for _, target := range targets {
		names = append(names, target.Name)
	}
	if len(names) < 2 {
		t.Fatalf("the case has the targets %q", names)
	}
	last := targets[len(targets)-1:]
	for _, test := range []struct {
		ahead, lost, again bool
	}{{ahead: true}, {again: true}, {ahead: true, lost: true, again: true}} {
		tapes := NewTapes(t.TempDir(), func(path string) []string {
			if path != s.pkg.Path || !test.ahead {
				return nil
			}
			return names
		})
		first := site{s.change, s.pkg, t.TempDir()}
		file, err := tapes.record(t.Context(), first, targets[:1])
		if err != nil || file == "" {
			t.Fatal("nothing was recorded: ", err)
		}
		if test.lost {
			os.Truncate(file, 0)
		}
		later := site{s.change, s.pkg, t.TempDir()}
		if _, err := tapes.record(t.Context(), later, last); err != nil {
			t.Fatal(err)
		}
		if left, _ := os.ReadDir(later.dir); test.again != (len(left) > 0) {
			t.Errorf("%+v: recorded again: %t", test, len(left) > 0)
		}
		calls, _ := os.ReadFile(file)
		if harness.Count(calls)[last[0].Name] == 0 {
			t.Errorf("%+v: no call of %s is recorded", test, last[0].Name)
		}
	}
}

// TestBuild builds both sides of each case: what is planted compiles, and the
// binaries and the recorded calls are there.
func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s, targets := open(t, archive)
		tapes := NewTapes(t.TempDir(), nil)
		b, reason, err := Build(t.Context(), s.change, s.pkg, targets, tapes, s.dir)
		if err != nil || reason != "" {
			t.Errorf("%s: %s, %v", name, reason, err)
			continue
		}
		later := site{s.change, s.pkg, t.TempDir()}
		if file, err := tapes.record(t.Context(), later, targets); file != b.Calls || err != nil {
			t.Errorf("%s: a later change has the calls %q, not %q (%v)", name, file, b.Calls, err)
		}
		if left, _ := os.ReadDir(later.dir); len(left) > 0 {
			t.Errorf("%s: calls that are known are recorded again", name)
		}
		for _, file := range []string{b.Old, b.New, b.Calls} {
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		calls, _ := os.ReadFile(b.Calls)
		texts, err := s.taped(targets)
		if err != nil {
			t.Fatal(err)
		}
		code := bytes.Join(slices.Collect(maps.Values(texts)), nil)
		for _, target := range targets {
			recorded := bytes.Contains(code, fmt.Appendf(nil, "Record(%q", target.Name))
			if recorded && !bytes.Contains(calls, fmt.Appendf(nil, `"f":%q`, target.Name)) {
				t.Errorf("%s: no call of %s is recorded", name, target.Name)
			}
		}
		entries, err := os.ReadDir(s.change.Dir)
		if err != nil || slices.ContainsFunc(entries, func(e os.DirEntry) bool {
			return e.Name() == folder
		}) {
			t.Errorf("%s: something is left in the module's folder (%v)", name, err)
		}
	}
}

// TestUnbuildable has a change that does not build: that is a reason, no error.
func TestUnbuildable(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	s, targets := open(t, txtar.Parse([]byte("-- p/p.go --\npackage p\n\n"+
		"func F(n int) int { return n }\n-- new/p/p.go --\npackage p\n\n"+
		"func F(n int) int { return m }\n")))
	_, reason, err := Build(t.Context(), s.change, s.pkg, targets, NewTapes(s.dir, nil), s.dir)
	if err != nil || !strings.Contains(reason, "undefined: m") {
		t.Errorf("got %q, %v", reason, err)
	}
}

// TestInsert keeps lines where they are.
func TestInsert(t *testing.T) {
	got := string(insert([]byte("one\ntwo\nthree"), []insertion{{8, "c "}, {0, "a "}, {4, "b "},
		{13, " d"}}))
	if want := "a one\nb two\nc three d"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMaxBlocks has more blocks than can be told apart.
func TestMaxBlocks(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\n\nfunc F(n int) (sum int) {\n")
	for i := range harness.MaxBlocks + 10 {
		fmt.Fprintf(&b, "\tif n == %d {\n\t\tsum += %d\n\t}\n", i, i)
	}
	b.WriteString("\treturn sum\n}\n")
	s, _ := open(t, txtar.Parse([]byte("-- p/p.go --\npackage p\n\n"+
		"func F(n int) (sum int) { return 0 }\n-- new/p/p.go --\n"+b.String())))
	if _, blocks := s.covered(); len(blocks) != harness.MaxBlocks {
		t.Errorf("%d blocks", len(blocks))
	}
}
