package humans

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

const commitList = "id\trepo\tpackage_dir\tbenchmark_regexp\ttechnique\tallocs_child\t" +
	"files_changed\tnote\n" +
	"one\tx/y\t.\t^BenchmarkA$\tbuilder\t3\ta.go,b.go\tSAFE. all of it\n" +
	"two\tx/y\tsub\t^BenchmarkB$\tpool\t0\tc.go\tBEHAVIOUR changes\n"

// TestReadCommits reads a list, and lists in which one thing is wrong.
func TestReadCommits(t *testing.T) {
	list, err := readCommits(strings.NewReader(commitList))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].human != 3 || list[1].dir != "sub" ||
		!slices.Equal(list[0].files, []string{"a.go", "b.go"}) {
		t.Errorf("read %+v", list)
	}
	if safe, err := pick(slices.Clone(list), nil); err != nil || len(safe) != 1 {
		t.Errorf("of %d commits %d are safe, %v", len(list), len(safe), err)
	}
	if two, err := pick(list, []string{"two"}); err != nil || len(two) != 1 || two[0].safe {
		t.Errorf("two by name: %+v, %v", two, err)
	}
	if _, err := pick(list, []string{"three"}); err == nil {
		t.Error("an unknown id is taken")
	}
	for _, wrong := range []struct{ old, new, want string }{
		{commitList, "", "empty"},
		{"technique", "method", "no column technique"},
		{"\t3\t", "\tthree\t", "no count"},
		{"\t3\t", "\t", "cells"},
		{"\tsub\t", "\t../sub\t", "leaves the tree"},
		{"one\t", "../one\t", "no name of a folder"},
	} {
		text := strings.Replace(commitList, wrong.old, wrong.new, 1)
		_, err := readCommits(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("with %q: %v; want it to speak of %q", wrong.new, err, wrong.want)
		}
	}
}

// TestModuleOf has a module below another: each package's own is found.
func TestModuleOf(t *testing.T) {
	tree := t.TempDir()
	for _, dir := range []string{".", "sub/own"} {
		if err := os.MkdirAll(filepath.Join(tree, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(tree, dir, "go.mod")
		if err := os.WriteFile(name, []byte("module m\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		".": ".", "sub": ".", "sub/own": "sub/own", "sub/own/deep/er": "sub/own",
	} {
		if got := moduleOf(tree, dir); got != filepath.FromSlash(want) {
			t.Errorf("the module of %s is in %s, not in %s", dir, got, want)
		}
	}
}

// TestPackages names those of a commit: its own and the others that the human changed, but
// not those of another module.
func TestPackages(t *testing.T) {
	tree := t.TempDir()
	if err := os.MkdirAll(filepath.Join(tree, "other", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{".", "other"} {
		if err := os.WriteFile(filepath.Join(tree, dir, "go.mod"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := commit{dir: "net", files: []string{"net/a.go", "net/b.go", "ip.go", "util/u.go",
		"other/x/x.go", "util/v.go"}}
	if got := packages(tree, c); !slices.Equal(got, []string{".", "./..", "./../util"}) {
		t.Errorf("got %q", got)
	}
}

// TestNames compares paths from the top of a tree with those from elsewhere.
func TestNames(t *testing.T) {
	files := []string{"a.go", "mod/sub/b.go"}
	for file, want := range map[string]bool{
		"a.go": true, "/tree/a.go": true, "sub/b.go": true, "mod/sub/b.go": true,
		"/tree/mod/sub/b.go": true, "ba.go": false, "other/b.go": false, "c.go": false,
	} {
		if got := names(files, file); got != want {
			t.Errorf("names(%v, %s) = %t", files, file, got)
		}
	}
}

// FuzzReadCommits wants each id and folder that is read to stay below a folder.
func FuzzReadCommits(f *testing.F) {
	f.Add(commitList)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := readCommits(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, c := range list {
			if !filepath.IsLocal(c.id) || !filepath.IsLocal(c.dir) || c.human < 0 {
				t.Errorf("read %+v", c)
			}
		}
	})
}

// TestShare adds two commits, of which one gained more than the human, and then two that
// are not in the mean, because the human's code allocates as much or more.
func TestShare(t *testing.T) {
	var sum compared
	sum.add(compared{before: 10, after: 5}, 0)
	sum.add(compared{before: 4, after: 0}, 2)
	if got := sum.share(sum.human); got != "75%" { // 9 of 12
		t.Errorf("together it is %s", got)
	}
	sum.add(compared{before: 4, after: 4}, 4)
	sum.add(compared{before: 2, after: 1}, 3)
	if sum.shares != 1.5 || sum.commits != 2 {
		t.Errorf("two commits make %v of %d", sum.shares, sum.commits)
	}
}

// TestLeft names the heaviest of what is left in the named files, and who
// dropped what.
func TestLeft(t *testing.T) {
	site := func(file, fn, cause string, objects float64) alloc.Finding {
		return alloc.Finding{Site: alloc.Site{File: file, Func: fn}, Cause: cause,
			Count: alloc.Count{PerOp: []alloc.PerOp{{Objects: objects}}}}
	}
	d := fixed{AfterSites: []alloc.Finding{
		site("a.go", "p.F", "boxed-argument", 1), site("a.go", "p.(*T).M", "append-grows", 2),
		site("a.go", "p.F", "boxed-argument", 2), site("other.go", "p.G", "map-grows", 9),
		site("a.go", "p.F", "string-bytes", 0.1),
	}}
	d.Candidates = append(d.Candidates,
		struct{ Technique, File, Func, Rejected string }{"prealloc", "a.go", "p.F", "timing"})
	want := "F boxed-argument 3; (*T).M append-grows 2; dropped: prealloc by timing 1"
	if got := d.left([]string{"a.go"}); got != want {
		t.Errorf("left is %q\nwant    %q", got, want)
	}
}

// TestLost compares runs of tests.
func TestLost(t *testing.T) {
	run := func(actions ...string) *bench.PlainRun {
		p := &bench.PlainRun{Outcome: map[string]bench.Outcome{}}
		for i, action := range actions {
			p.Add(bench.Event{Action: action, Package: "p", Test: string(rune('A' + i))})
		}
		return p
	}
	old := run("pass", "fail", "pass", "pass")
	got := old.LostIn(run("pass", "pass", "fail"))
	if !slices.Equal(got, []string{"p.C", "p.D"}) {
		t.Errorf("lost are %q", got)
	}
	expr := bench.TopLevel([]string{"example.com/m/p.TestA", "p.ExampleB"})
	if expr != "^(TestA|ExampleB)$" {
		t.Errorf("they are run by %s", expr)
	}
}
