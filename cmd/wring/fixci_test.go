package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/report/json"
)

// wastefulRepository has three packages; the benchmarks of c run b, too.
const wastefulRepository = `
-- go.mod --
module example.com/m

go 1.25
-- a/a.go --
package a

import "strings"

func IsType(name string) bool { return strings.ToLower(name) == "content-type" }
-- a/a_test.go --
package a

import "testing"

func BenchmarkIsType(b *testing.B) {
	for b.Loop() {
		IsType("Content-Type")
	}
}
-- b/b.go --
package b

func Line(words []string) string {
	s := ""
	for _, w := range words {
		s += w + " "
	}
	return s
}
-- b/b_test.go --
package b

import "testing"

var words = []string{"one", "two", "three", "four", "and some more, so that it is long"}

func BenchmarkLine(b *testing.B) {
	for b.Loop() {
		Line(words)
	}
}
-- c/c.go --
package c

import (
	"strings"

	"example.com/m/b"
)

func Has(words []string, word string) bool {
	return strings.ToLower(word) == strings.ToLower(b.Line(words))
}
-- c/c_test.go --
package c

import "testing"

var words = []string{"one", "two", "three", "four", "and some more, so that it is long"}

func BenchmarkHas(b *testing.B) {
	for b.Loop() {
		Has(words, "A WORD")
	}
}
`

// wasteful returns a shell in that repository.
func wasteful(t *testing.T) *shell {
	if testing.Short() {
		t.Skip("rewrites a module several times")
	}
	for _, name := range []string{"bash", "git"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	if runtime.GOOS != "linux" {
		t.Skip("the tracer runs on linux")
	}
	s := &shell{t: t, dir: t.TempDir(), env: append(os.Environ(), "GOFLAGS=", "GOWORK=off",
		"WRING_FLAGS=-slower")} // timing is not what this is about
	for _, f := range txtar.Parse([]byte(wastefulRepository)).Files {
		s.write(f.Name, string(f.Data))
	}
	s.must("git init -q .")
	return s
}

func (s *shell) report(name string) alloc.FixReport {
	s.t.Helper()
	f, err := os.Open(filepath.Join(s.dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	rep, err := json.ReadFix(f)
	if err != nil {
		s.t.Fatal(err)
	}
	return rep
}

// TestShards runs what the Job of Kubernetes and the matrix of GitLab run, with the
// variables that these set, and wants the merged report of each to say what one
// machine says.
func TestShards(t *testing.T) {
	s := wasteful(t)
	s.must("wring fix -diff -json -slower ./... > one.json")
	one := s.report("one.json")
	if len(one.Accepted()) != 3 || len(one.Files) != 3 {
		t.Fatalf("%d rewrites of %v", len(one.Accepted()), one.Files)
	}
	job := block(t, ci(t, "fix-job.yaml"), "\n            - |")
	s.must("mkdir reports")
	for i := range 2 {
		s.must(job, "REPORTS="+filepath.Join(s.dir, "reports"), "WRING_SHARDS=2",
			fmt.Sprintf("JOB_COMPLETION_INDEX=%d", i))
	}
	s.must("wring fix -merge -json reports/*.json > merged.json")
	sameReport(t, one, s.report("merged.json"))

	matrix, merge, _ := strings.Cut(ci(t, "fix-gitlab.yml"), "\nwring-fix-merge:")
	for i := range 3 {
		s.must(script(t, matrix), "CI_NODE_TOTAL=3", fmt.Sprintf("CI_NODE_INDEX=%d", i+1))
	}
	s.must("wring fix -merge -json wring-fix-*.json > merged.json")
	sameReport(t, one, s.report("merged.json"))
	s.must(script(t, merge))
	if out := s.must("cat a/a.go"); !strings.Contains(out, "EqualFold") {
		t.Errorf("the patch was not applied:\n%s", out)
	}

	s.fails("2 reports were given, and shard 1/3 is where 1/2 was wanted",
		"wring fix -merge wring-fix-1.json wring-fix-3.json")
	s.fails("a report is of no shard", "wring fix -merge one.json")
	s.fails("must be I/N", "wring fix -shard 3/2 ./...")
}

// script returns the lines of a job of GitLab.
func script(t *testing.T, text string) string {
	var lines []string
	for line := range strings.Lines(block(t, text, "\n  script:")) {
		lines = append(lines, strings.TrimPrefix(strings.TrimSpace(line), "- "))
	}
	return strings.Join(lines, "\n")
}

// sameReport compares all that does not depend on order and time.
func sameReport(t *testing.T, one, merged alloc.FixReport) {
	t.Helper()
	if one.Patch != merged.Patch {
		t.Errorf("the patch is\n%s\nand merged\n%s", one.Patch, merged.Patch)
	}
	if !slices.Equal(one.Files, merged.Files) {
		t.Errorf("files %v, merged %v", one.Files, merged.Files)
	}
	trials := func(r alloc.FixReport) []string {
		var list []string
		for _, t := range r.Trials {
			v, _ := t.Verdict("counts")
			text := fmt.Sprint(t.Technique, t.Func, t.File, t.Line, t.Accepted, t.Rejected)
			if e := v.Evidence.ObjectsPerOp; e != nil {
				text += fmt.Sprint(*e)
			}
			list = append(list, text)
		}
		slices.Sort(list)
		return list
	}
	if a, b := trials(one), trials(merged); !slices.Equal(a, b) {
		t.Errorf("trials\n%q\nmerged\n%q", a, b)
	}
	benchmarks := func(list []alloc.Benchmark) map[string][2]float64 {
		all := map[string][2]float64{}
		for _, b := range list {
			objects, bytes := b.PerOp()
			all[b.FullName()] = [2]float64{objects, bytes}
		}
		return all
	}
	for _, c := range [][2][]alloc.Benchmark{{one.Benchmarks, merged.Benchmarks},
		{one.After, merged.After}} {
		if a, b := benchmarks(c[0]), benchmarks(c[1]); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("benchmarks %v, merged %v", a, b)
		}
	}
	sites := func(list []alloc.Finding) map[string]uint64 {
		all := map[string]uint64{}
		for _, f := range list {
			if strings.HasPrefix(f.Package, "example.com/") && f.Objects > f.FirstUse {
				all[f.Func] += f.Objects - f.FirstUse
			}
		}
		return all
	}
	if a, b := sites(one.AfterSites), sites(merged.AfterSites); fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("sites after %v, merged %v", a, b)
	}
}
