package repositories

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestAgrees has a count that go test rounds down, and one that is wrong.
func TestAgrees(t *testing.T) {
	if g := (gain{Exact: change{3.97, 2}, Plain: change{3, 2}}); !g.agrees() {
		t.Error("rounding is not agreed with")
	}
	if g := (gain{Exact: change{3, 0}, Plain: change{3, 3}}); g.agrees() {
		t.Error("a gain that go test does not see is agreed with")
	}
}

// TestParts has a site for each reason why it is left.
func TestParts(t *testing.T) {
	site := func(id, file, cause string, objects float64) alloc.Finding {
		return alloc.Finding{Site: alloc.Site{ID: id, File: file}, Cause: cause,
			Count: alloc.Count{PerOp: []alloc.PerOp{{Benchmark: "B", Objects: objects}}}}
	}
	f := repository{}
	f.Report.Sites = []alloc.Finding{site("a", "p.go", "append-grows", 1),
		site("b", "p.go", "append-grows", 1), site("c", "p_test.go", "append-grows", 4),
		site("d", "p.go", "append-grows", 1), site("e", "p.go", "benchmark-harness", 3)}
	f.Report.Trials = []alloc.Trial{
		{Candidate: alloc.Candidate{Sites: []string{"a"}}, Accepted: true},
		{Candidate: alloc.Candidate{Sites: []string{"a", "b"}}, Rejected: "counts"}}
	var got []string
	for _, p := range f.parts() {
		got = append(got, fmt.Sprintf("%s %.1f %s", p.site.ID, p.share, p.why))
	}
	want := []string{"a 0.1 " + whyRewritten, "b 0.1 " + whyDropped, "c 0.4 " + whyTest,
		"d 0.1 " + whyUnmatched, "e 0.3 " + whyNone}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDiffering leaves out the replays of tests, which wring diff cannot run.
func TestDiffering(t *testing.T) {
	bench := func(name string, objects uint64) alloc.Benchmark {
		return alloc.Benchmark{Package: "p", Name: name, N: 1, Objects: objects}
	}
	var rep alloc.FixReport
	for _, name := range []string{"BenchmarkA/x", "BenchmarkA/y", "BenchmarkSame",
		alloc.ReplayBenchmark + "/F"} {
		after := uint64(1)
		if name == "BenchmarkSame" {
			after = 3
		}
		rep.Benchmarks = append(rep.Benchmarks, bench(name, 3))
		rep.After = append(rep.After, bench(name, after))
	}
	if got := differing(rep); got != "^(BenchmarkA)$" {
		t.Errorf("got %s", got)
	}
}
