package differential

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// module writes a module m with one file and returns an empty change of it and the file's name.
func module(t *testing.T, text string) (verify.Change, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "p.go")
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.24\n", "p.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return verify.Change{Dir: dir, Module: "m", ModuleDir: dir, Packages: []string{"m"}}, file
}

// replacing returns a candidate that replaces the only place of a text.
func replacing(t *testing.T, file, fn, old, new string) verify.Candidate {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), old) != 1 {
		t.Fatalf("%q is not there once: %v", old, err)
	}
	i := strings.Index(string(text), old)
	return verify.Candidate{Candidate: alloc.Candidate{Package: "m", Func: "m." + fn,
		Edits: []alloc.Edit{{File: file, Start: i, End: i + len(old), New: new}}}}
}

// TestWhoChanges finds the candidates that change a function none of them is for: those that
// edit it, or else what it calls, or else nothing is known.
func TestWhoChanges(t *testing.T) {
	c, file := module(t, `package p

func A() int { return b() + 1 }

func b() int { return c() + 2 }

func c() int { return 3 }

func D() int { return 4 }

func E() int { return D() + 5 }
`)
	c.Candidates = []verify.Candidate{replacing(t, file, "c", "3", "30"),
		replacing(t, file, "D", "4", "40"), replacing(t, file, "D", "5", "50"),
		replacing(t, file, "b", "2", "20")}
	c, err := c.With(c.Candidates)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(loads).load(t.Context(), c, "m")
	if err != nil {
		t.Fatal(err)
	}
	for fn, want := range map[string][]int{"A": {0, 3}, "E": {2}, "D": {1}, "F": nil} {
		if got := whoChanges(c, pkg, fn); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", fn, got, want)
		}
	}
	r := Result{Package: "m", Func: "E", changedBy: []int{2}}
	if got := owners(c.Candidates, r); !slices.Equal(got, r.changedBy) {
		t.Errorf("E is of %v, want the third alone", got)
	}
}

// TestLoads reads a package once for all changes of the same old code.
func TestLoads(t *testing.T) {
	returning := func(result string) string {
		return "package p\n\nfunc F() int { return " + result + " }\n"
	}
	c, file := module(t, returning("1"))
	side := func(result string) map[string][]byte {
		return map[string][]byte{file: []byte(returning(result))}
	}
	var l loads
	for _, test := range []struct {
		name     string
		old, new map[string][]byte
		reads    bool
		before   string
		after    string
	}{
		{"the first", nil, side("2"), true, "1", "2"},
		{"the same old code", nil, side("3"), false, "1", "3"},
		{"other old code", side("2"), side("4"), true, "2", "4"},
		{"that again", side("2"), side("5"), false, "2", "5"},
	} {
		c.Old, c.New = test.old, test.new
		if known := l.find(c, "m"); (known == nil) != test.reads {
			t.Errorf("%s: known %t, want %t", test.name, known != nil, !test.reads)
		}
		pkg, err := l.load(t.Context(), c, "m")
		if err != nil {
			t.Fatal(err)
		}
		for name, is := range map[string]string{test.before: pkg.Old["F"].Body,
			test.after: pkg.New["F"].Body} {
			if want := "{ return " + name + " }"; is != want {
				t.Errorf("%s: %s, want %s", test.name, is, want)
			}
		}
	}
}
