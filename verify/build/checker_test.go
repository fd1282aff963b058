package build_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/build"
)

// TestChecked has twelve candidates, of which some need a name that another one declares, or
// declare what another one does, or do not build at all. The judge that type-checks them says
// what the one says that builds them, and asks the go command once to build.
func TestChecked(t *testing.T) {
	const source = "package p\n\nfunc a() int { return 1 }\n\n\n\n\n\n\n\n\n\n\n\n\n"
	dir := testenv.Module(t, map[string]string{"p/p.go": source,
		"q/q.go": "package q\n\nimport _ \"example.com/m/p\"\n"})
	file := filepath.Join(dir, "p", "p.go")
	var list []verify.Candidate
	var want []alloc.Outcome
	for i, text := range []string{"func b() {}", "func c() int { return a() }",
		"func b() int { return 0 }", "func d() { none() }", "func e() { x := 1 }",
		"func f() { b() }", "var g = c()", "func h() {}", "func i() string { return b() }",
		"var h int", "func j() { h() }", "const k = 1 + 1"} {
		at := len(source) - 12 + i
		list = append(list, verify.Candidate{Candidate: alloc.Candidate{Package: "example.com/m/p",
			Edits: []alloc.Edit{{File: file, Start: at, End: at, New: "\n" + text + "\n"}}}})
		want = append(want, map[int]alloc.Outcome{2: alloc.Unknown, 3: alloc.Rejected,
			4: alloc.Rejected, 8: alloc.Rejected, 9: alloc.Unknown}[i])
	}
	for i := range want {
		if want[i] == "" {
			want[i] = alloc.Accepted
		}
	}
	builds := counting(t)
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m",
		Packages: []string{"example.com/m/p"}, Affected: []string{"example.com/m/q"}}
	c, err := c.With(list)
	if err != nil {
		t.Fatal(err)
	}
	for name, judge := range map[string]verify.Judge{"host": build.Host,
		"checked": build.Checked(new(load.Loader))} {
		before := builds()
		j, err := judge(t.Context(), c, verify.Measurements{})
		if err != nil {
			t.Fatal(err)
		}
		var got []alloc.Outcome
		for _, v := range j.Verdicts {
			got = append(got, v.Outcome)
			if v.Outcome != alloc.Accepted && v.Reason == "" {
				t.Errorf("%s: a verdict has no reason", name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%v\nwant\n%v", name, got, want)
		}
		t.Logf("%s: %d builds", name, builds()-before)
		if name == "checked" && builds()-before > 1 {
			t.Errorf("%d builds", builds()-before)
		}
	}
}

// counting puts a go command in front of the real one that notes its calls, and returns how often
// it was asked to build.
func counting(t *testing.T) func() int {
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	script := fmt.Sprintf("#!/bin/sh\necho \"$1\" >> %s\nexec %s \"$@\"\n", log, real)
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return func() int {
		text, _ := os.ReadFile(log)
		return bytes.Count(text, []byte("build\n"))
	}
}
