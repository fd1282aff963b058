package form

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite what the cases in testdata expect")

// TestCases runs each case below testdata: a small tree, and in a file "want"
// the problems that the check named by the folder finds there. Every check has
// a case in which it finds something and one in which it finds nothing.
func TestCases(t *testing.T) {
	runs := map[string]func(*testing.T, *Tree, fs.FS) string{
		"imports":  importsCase,
		"exported": exportedCase,
	}
	for _, check := range Checks() {
		runs[check.Name] = func(_ *testing.T, tree *Tree, _ fs.FS) string {
			return join(check.Run(tree))
		}
	}
	for name, run := range runs {
		t.Run(name, func(t *testing.T) {
			var bad, good bool
			for _, file := range cases(t, name) {
				found := runCase(t, file, run)
				bad = bad || found
				good = good || !found
			}
			if !bad || !good {
				t.Errorf("%s: a case that it rejects: %t; one that it accepts: %t; both are needed",
					name, bad, good)
			}
		})
	}
}

func cases(t *testing.T, name string) []string {
	files, err := filepath.Glob(filepath.Join("testdata", name, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// split stands in words that are not to be found in these files themselves.
const split = "¦"

// runCase compares what run makes of a case with what the case wants, and
// reports whether run found anything.
func runCase(t *testing.T, file string, run func(*testing.T, *Tree, fs.FS) string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	archive := txtar.Parse(bytes.ReplaceAll(text, []byte(split), nil))
	if len(bytes.TrimSpace(archive.Comment)) == 0 {
		t.Errorf("%s does not say what it shows", file)
	}
	want := len(archive.Files) - 1
	if want < 0 || archive.Files[want].Name != "want" {
		t.Fatalf("%s does not end with the file want", file)
	}
	fsys, err := txtar.FS(&txtar.Archive{Files: archive.Files[:want]})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, tree, fsys)
	switch {
	case got == string(archive.Files[want].Data):
	case *update && bytes.Contains(text, []byte(split)):
		t.Errorf("%s is to be changed by hand, with %s in each path; got:\n%s", file, split, got)
	case *update:
		archive.Files[want].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s\ngot:\n%swant:\n%s", file, got, archive.Files[want].Data)
	}
	return got != ""
}

func importsCase(t *testing.T, tree *Tree, fsys fs.FS) string {
	table, err := fs.ReadFile(fsys, "table")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := ParseRules(string(table))
	if err != nil {
		return err.Error() + "\n"
	}
	return join(rules.Check(tree, "example.com/m"))
}

func exportedCase(_ *testing.T, tree *Tree, _ fs.FS) string {
	lines := Exported(tree, func(dir string) bool { return dir == "public" })
	return strings.Join(append(lines, ""), "\n")
}

func join(problems []Problem) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

// TestLoadSkips proves that Load leaves out what is no text of ours, and that
// a file that does not parse is an error rather than a gap.
func TestLoadSkips(t *testing.T) {
	archive := txtar.Parse([]byte("-- .git/config --\nx\n-- sub/.git --\nx\n-- .ci/run --\nx\n" +
		"-- a/testdata/broken.go --\nnot go\n-- a/_old/broken.go --\nnot go\n" +
		"-- image --\n\x00\n"))
	fsys, err := txtar.FS(archive)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range tree.Files {
		got = append(got, f.Path)
		if f.Syntax != nil {
			t.Errorf("%s was parsed", f.Path)
		}
	}
	const want = ".ci/run a/_old/broken.go a/testdata/broken.go"
	if strings.Join(got, " ") != want {
		t.Errorf("loaded %v, want %s", got, want)
	}

	fsys, err = txtar.FS(txtar.Parse([]byte("-- a/broken.go --\nnot go\n")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(fsys); err == nil {
		t.Error("a file that does not parse was accepted")
	}
}

func FuzzParseRules(f *testing.F) {
	f.Add("alloc\nreport/* : alloc + example.com/x - os/exec\n")
	f.Add("a : b\n")
	f.Add("_test : + *\n")
	f.Add(" a\n\t: b\n")
	f.Fuzz(func(t *testing.T, table string) {
		rules, err := ParseRules(table)
		if err != nil {
			return
		}
		// Any table that parses can be asked about any folder.
		for _, dir := range []string{".", "a", "report/text/x", ""} {
			rules.find(dir)
		}
	})
}
