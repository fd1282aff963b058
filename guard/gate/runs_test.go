package gate

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/guard"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/propose"
)

// noDirectives are those of sources without any.
func noDirectives() *directives {
	return &directives{relative: func(file string) string {
		return strings.TrimPrefix(file, "/m/")
	}}
}

// TestUnmeasured names the benchmarks that did not run, with the reason where one
// is known; a part of one that failed counts as the whole.
func TestUnmeasured(t *testing.T) {
	l := &load.Listing{Packages: []load.Package{{Package: alloc.Package{Path: "m/p"}}}}
	for i, name := range []string{"BenchmarkRan", "BenchmarkLost", "BenchmarkFailed",
		"BenchmarkPart", "BenchmarkExempt"} {
		l.Packages[0].Benchmarks = append(l.Packages[0].Benchmarks,
			load.Func{Name: name, File: "/m/p/p_test.go", Line: i + 1})
	}
	rec := &alloc.Record{Warnings: []alloc.Warning{
		{Code: alloc.WarnFailed, Benchmark: "m/p.BenchmarkFailed", Text: "It\n\tfailed."},
		{Code: alloc.WarnSkipped, Benchmark: "m/p.BenchmarkPart/b", Text: "It was skipped."},
		{Code: alloc.WarnLost, Benchmark: "m/p.BenchmarkRan", Text: "Something was lost."}}}
	measured := []guard.Measured{{Package: "m/p", Name: "BenchmarkRan/a"},
		{Package: "m/p", Name: "BenchmarkPart/a"}}
	d := noDirectives()
	d.list = []guard.Directive{{Kind: guard.Unguarded, Package: "m/p",
		Decl: &ast.FuncDecl{Name: ast.NewIdent("BenchmarkExempt")}}}
	got := unmeasured(l, rec, measured, d)
	var names []string
	for _, p := range got {
		names = append(names, p.Benchmark)
		if !p.Fails || p.Rule != guard.NotMeasured || p.File != "p/p_test.go" || p.Line == 0 {
			t.Errorf("got %+v", p)
		}
	}
	want := []string{"m/p.BenchmarkLost", "m/p.BenchmarkFailed", "m/p.BenchmarkPart"}
	if !slices.Equal(names, want) {
		t.Fatalf("got %v, want %v", names, want)
	}
	if !strings.Contains(got[1].Text, " It failed. ") ||
		!strings.Contains(got[2].Text, "It was skipped.") || strings.Contains(got[0].Text, "It ") {
		t.Errorf("the reasons are %q, %q, %q", got[0].Text, got[1].Text, got[2].Text)
	}
}

// TestExceeded lets a budget pass that most of the runs kept, and no other.
func TestExceeded(t *testing.T) {
	over := exceeded{}
	at := alloc.Problem{Rule: guard.OverBudget, Fails: true, File: "f", Line: 3}
	for again := range confirmRuns {
		p := at
		over[positionOf(at)] = again
		passes := 2*(again+1) <= confirmRuns
		if got := over.pass(&p); got != passes || p.Fails == passes ||
			(p.Rule == guard.Unsteady) != passes {
			t.Errorf("exceeded in %d of %d runs: %v, %+v", again+1, confirmRuns, got, p)
		}
	}
	p := alloc.Problem{Rule: guard.Missing, Fails: true, File: "f", Line: 9}
	if over.pass(&p) || !p.Fails {
		t.Error("what no run can decide passes")
	}
}

// TestDropRepeated keeps one problem of a benchmark that has an entry and did not
// run.
func TestDropRepeated(t *testing.T) {
	got := dropRepeated([]alloc.Problem{
		{Rule: guard.NotMeasured, Benchmark: "m/p.BenchmarkA"},
		{Rule: guard.Missing, Benchmark: "m/p.BenchmarkA"},
		{Rule: guard.NotMeasured, Benchmark: "m/p.BenchmarkB"},
		{Rule: guard.OverBudget, Benchmark: "m/p.BenchmarkA"}})
	if len(got) != 3 || got[0].Rule != guard.Missing || got[1].Benchmark != "m/p.BenchmarkB" {
		t.Errorf("got %+v", got)
	}
}

// TestOverBudget wants the benchmark or a part of it to fail at a site, and not one
// whose name only begins the same.
func TestOverBudget(t *testing.T) {
	site := []alloc.GuardSite{{}}
	for _, c := range []struct {
		problem alloc.Problem
		want    bool
	}{
		{alloc.Problem{Benchmark: "p.BenchmarkA", Fails: true, Sites: site}, true},
		{alloc.Problem{Benchmark: "p.BenchmarkA/x", Fails: true, Sites: site}, true},
		{alloc.Problem{Benchmark: "p.BenchmarkAB", Fails: true, Sites: site}, false},
		{alloc.Problem{Benchmark: "p.BenchmarkA", Sites: site}, false},
		{alloc.Problem{Benchmark: "p.BenchmarkA", Fails: true}, false},
	} {
		c.problem.Rule = guard.OverBudget
		rep := alloc.GuardReport{Problems: []alloc.Problem{c.problem}}
		if got := overBudget(rep, "p.BenchmarkA"); got != c.want {
			t.Errorf("%+v: got %v", c.problem, got)
		}
		if !fails(rep.Problems, guard.OverBudget) != !c.problem.Fails ||
			fails(rep.Problems, guard.Missing) {
			t.Errorf("%+v fails wrongly", c.problem)
		}
	}
}

// TestProposalsFor takes what is on the line of a site, and what answers its cause in
// its function, each once.
func TestProposalsFor(t *testing.T) {
	found := func(technique, file string, line int, fn string) propose.Found {
		return propose.Found{Candidate: alloc.Candidate{Technique: technique, File: file,
			Line: line, Func: fn, Message: "do"}}
	}
	list := []propose.Found{found("sprint", "p.go", 7, "m/p.Other"),
		found("prealloc", "p.go", 3, "m/p.F"), found("prealloc", "p.go", 3, "m/p.F"),
		found("equalfold", "p.go", 4, "m/p.F"), found("prealloc", "p.go", 9, "m/p.G")}
	got := proposalsFor(alloc.GuardSite{File: "p.go", Line: 7, Func: "p.F", Cause: "append-grows"},
		list)
	want := []string{"sprint: do (p.go:7)", "prealloc: do (p.go:3)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if answers("none", "append-grows") || answers("prealloc", "format-call") {
		t.Error("a technique answers what it is not for")
	}
}
