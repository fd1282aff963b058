package production

import (
	"math"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// record is a profile of two functions: Grow, with 600 objects of 16 bytes at
// line 5 and 200 of 32 at line 6, and main, with 100 of 16 at line 9; and of
// others', with 100 of 16.
func record() *alloc.Record {
	frame := func(fn, file string, line int) alloc.Frame {
		return alloc.Frame{Func: fn, File: file, Line: line}
	}
	return &alloc.Record{ModuleDir: "/m", Module: "m", GOROOT: "/go",
		Packages: []alloc.Package{{Path: "m", Name: "main", Dir: "/m"}},
		Benchmarks: []alloc.Benchmark{{Name: "heap", N: 1, Rate: 1},
			{Name: "cpu", N: 1, CPU: 1e9, CPUPeriod: 1e7}},
		Frames: []alloc.Frame{frame("main.Grow", "/m/p.go", 5), frame("main.Grow", "/m/p.go", 6),
			frame("main.main", "/m/main.go", 9),
			frame("net/http.serve", "/go/src/net/http/s.go", 1)},
		Stacks: [][]int{{0}, {1}, {2}, {3}},
		Samples: []alloc.Sample{{Stack: 0, Size: 16, Charged: 16, Objects: 600},
			{Stack: 1, Size: 32, Charged: 32, Objects: 200},
			{Stack: 2, Size: 16, Charged: 16, Objects: 100},
			{Stack: 3, Size: 16, Charged: 16, Objects: 100},
			{Benchmark: 1, Stack: 0, CPU: 5e7}},
	}
}

func site(file string, line int, bench string, objects float64) alloc.Finding {
	return alloc.Finding{Site: alloc.Site{Func: "m.Grow", File: file, Line: line},
		Count: alloc.Count{PerOp: []alloc.PerOp{{Benchmark: bench, Objects: objects,
			Bytes: 16 * objects}}}}
}

// other is a site of a function that no profile holds.
func other(objects float64) alloc.Finding {
	f := site("p.go", 20, "m.C", objects)
	f.Func = "m.Other"
	return f
}

func near(t *testing.T, what string, e *alloc.Estimate, want float64) {
	t.Helper()
	if e == nil || math.Abs(e.Value-want) > 1e-9 {
		t.Errorf("%s is %+v, want %v", what, e, want)
	}
}

// TestReport: a benchmark says that of three objects at line 5 one is left, at a
// line that is further down now, and that none is left at line 6, which was cut.
func TestReport(t *testing.T) {
	b := New(record())
	p, shares := b.Report(Rewritten{
		Before: []alloc.Finding{site("p.go", 5, "m.B", 3), site("p.go", 6, "m.B", 1),
			other(4)},
		After: []alloc.Finding{site("p.go", 7, "m.B", 1), site("p.go", 4, "m.B", 0.5),
			other(9)},
		Same: map[string]bool{"m.C": true},
		Hunks: map[string][]Hunk{"p.go": {{Old: Range{3, 3}, New: Range{3, 5}},
			{Old: Range{6, 7}, New: Range{8, 8}}}},
		Claims: [][]Place{{{"p.go", 5}}, {{"p.go", 6}}},
	})
	near(t, "own", p.Own.Objects, 0.9)
	// Half an object has appeared, an eighth of what Grow allocated.
	near(t, "removed", p.Removed.Objects, (600*(2./3-1./8)+200*(1-1./8))/1000)
	near(t, "removed by the first", shares[0].Objects, 600*(2./3-1./8)/1000)
	near(t, "removed by the second", shares[1].Objects, 200*(1-1./8)/1000)
	near(t, "removed time", p.Removed.CPU, 0.05*(2./3-1./8))
	near(t, "reached", p.Reached.Bytes, (600*16+200*32)/(600*16+200*32+100*16.))
	if len(p.Unreached) != 1 || p.Unreached[0].File != "main.go" || p.Unreached[0].Line != 9 {
		t.Errorf("not reached: %+v", p.Unreached)
	}
	if len(p.Lines) != 3 || p.Lines[0].Line != 5 {
		t.Errorf("lines: %+v", p.Lines)
	}
}

// TestReachedByTests counts what tests run and no benchmark counts.
func TestReachedByTests(t *testing.T) {
	p, _ := New(record()).Report(Rewritten{
		Reached: func(at Place) bool { return at == Place{"main.go", 9} }})
	near(t, "reached", p.Reached.Objects, 100./900)
	if len(p.Unreached) != 2 {
		t.Errorf("not reached: %+v", p.Unreached)
	}
}

// TestLighten weighs ranges of lines.
func TestLighten(t *testing.T) {
	b := New(record())
	share, weight := b.Lighten("p.go", [][2]int{{6, 6}, {1, 2}})
	near(t, "line 6", share.Objects, 0.2)
	if all, _ := b.Lighten("p.go", [][2]int{{1, 99}}); all.Objects.Value <= share.Objects.Value {
		t.Errorf("all of it is %+v", all)
	}
	if _, none := b.Lighten("q.go", [][2]int{{1, 99}}); none != 0 || weight <= 0 {
		t.Errorf("weights %v and %v", none, weight)
	}
}
