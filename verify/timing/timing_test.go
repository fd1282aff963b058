package timing

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/observe/trace"
	"github.com/wring-go/wring/verify"
)

// times makes as many times as the last look takes around a figure, in an order of
// their own.
func times(around float64, step int) []float64 {
	var list []float64
	for i := range looks[len(looks)-1] {
		list = append(list, around*(1+0.002*float64(i*step%11)))
	}
	return list
}

func TestVerdict(t *testing.T) {
	same := &clock.Times{Old: times(100, 3), New: times(100, 7)}
	for _, test := range []struct {
		name  string
		times map[string]*clock.Times
		want  alloc.Outcome
		words string
	}{
		{"twice as fast", map[string]*clock.Times{"B": {Old: times(100, 3), New: times(50, 7)}},
			alloc.Accepted, ""},
		{"the same", map[string]*clock.Times{"B": same}, alloc.Accepted, ""},
		{"half as fast", map[string]*clock.Times{"B": {Old: times(100, 3), New: times(200, 7)}},
			alloc.Rejected, "B takes 2.000 times as long"},
		{"one of two slower", map[string]*clock.Times{"A": same,
			"B": {Old: times(100, 3), New: times(103, 7)}}, alloc.Rejected, "B takes 1.03"},
		{"slower by what moving code costs", map[string]*clock.Times{
			"B": {Old: times(100, 3), New: times(100.5, 7)}}, alloc.Accepted, ""},
		{"too few runs", map[string]*clock.Times{"B": {Old: []float64{1, 1}, New: []float64{2, 2}}},
			alloc.Unknown, "no benchmark could be timed"},
		{"none", nil, alloc.Unknown, "no benchmark could be timed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := verdict(results(test.times, true))
			if v.Outcome != test.want || !strings.Contains(v.Reason, test.words) {
				t.Errorf("want %s %q, got %s: %s", test.want, test.words, v.Outcome, v.Reason)
			}
		})
	}
}

// TestHolm proves the correction: a benchmark that looks slower alone does not among
// forty, because one of them does by chance.
func TestHolm(t *testing.T) {
	list := []result{{name: "a", p: 0.01}, {name: "b", p: 0.5}, {name: "c", p: 0.02}}
	holm(list)
	for i, want := range []result{{name: "a", p: 0.03}, {name: "c", p: 0.04}, {name: "b", p: 0.5}} {
		if list[i].name != want.name || math.Abs(list[i].p-want.p) > 1e-9 {
			t.Errorf("got %+v, want %+v", list[i], want)
		}
	}
}

// TestJudge runs either clock on changes that make a benchmark slower: by more work, and by
// waiting longer.
func TestJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	const works = "package p\n\nfunc Do(n int) (s int) {\n\tfor i := range n {\n\t\ts += i\n\t}\n" +
		"\treturn s\n}\n"
	const waits = "package p\n\nimport \"time\"\n\nfunc Do(n int) int {\n" +
		"\ttime.Sleep(time.Duration(2000*n))\n\treturn n\n}\n"
	tests := map[string]string{"p_test.go": `package p

import "testing"

var sink int

func BenchmarkDo(b *testing.B) {
	b.Run("small", func(b *testing.B) {
		for b.Loop() {
			sink += Do(1000)
		}
	})
}
`, // tests need not even build, as no benchmark runs them
		"only_test.go": "package p\n\nimport \"testing\"\n\n" +
			"func TestOnly(t *testing.T) { none() }\n"}
	for _, test := range []struct{ name, old, now string }{
		{"works", works, strings.Replace(works, "range n", "range 3 * n", 1)},
		{"waits", waits, strings.Replace(waits, "2000*n", "8000*n", 1)},
	} {
		tests["p.go"] = test.old
		dir := testenv.Module(t, tests)
		c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m",
			Candidates: []verify.Candidate{
				{Candidate: alloc.Candidate{Func: "example.com/m.Do"}}},
			New: map[string][]byte{filepath.Join(dir, "p.go"): []byte(test.now)}}
		m := verify.Measurements{Before: &alloc.Record{ // the benchmark allocates in Do
			Packages:   []alloc.Package{{Path: "example.com/m", Dir: dir}},
			Benchmarks: []alloc.Benchmark{{Package: "example.com/m", Name: "BenchmarkDo/small"}},
			Frames:     []alloc.Frame{{Func: "example.com/m.Do"}},
			Stacks:     [][]int{{0}},
			Samples:    []alloc.Sample{{Objects: 1}},
		}}
		t.Run(test.name+", by the day", func(t *testing.T) {
			testSlower(t, c, m, Options{Dir: t.TempDir()})
		})
		t.Run(test.name+", by the processor", func(t *testing.T) {
			testSlower(t, c, m, Options{Dir: t.TempDir(), Toolchain: toolchain(t)})
		})
	}
}

// toolchain returns the toolchain that times by the processor's clock.
func toolchain(t *testing.T) *trace.Toolchain {
	t.Helper()
	tc, err := gocmd.Env(t.Context(), t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := trace.Prepare(tc, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return prepared
}

// testSlower judges a change that is slower, and then one that changes nothing.
func testSlower(t *testing.T, c verify.Change, m verify.Measurements, opt Options) {
	alone, done := 0, 0
	opt.Alone = func() func() {
		alone++
		return func() { done++ }
	}
	j, err := Judge(opt)(t.Context(), c, m)
	if err != nil {
		t.Fatal(err)
	}
	v := j.Verdicts[0]
	if v.Outcome != alloc.Rejected || v.Evidence.Time.Ratio < 1.5 {
		t.Errorf("got %+v %+v", v, v.Evidence.Time)
	}
	if alone != 1 || done != 1 {
		t.Errorf("alone began %d times and ended %d times", alone, done)
	}
	testKept(t, c, m, opt)
}

// testKept times another change of the same code: what was built of the old
// code is still there, what is built of the new is another binary. The same code
// takes as long as itself in one of some tries: other work may slow one side.
func testKept(t *testing.T, c verify.Change, m verify.Measurements, opt Options) {
	opt.Rounds = looks[0]
	c.New = c.Old
	for try := 1; ; try++ {
		j, err := Judge(opt)(t.Context(), c, m)
		if err != nil {
			t.Fatal(err)
		}
		v := j.Verdicts[0]
		if v.Evidence.Time != nil && v.Evidence.Time.Ratio < 1.5 {
			break
		}
		if try == 10 {
			t.Fatalf("the same code on both sides: %+v %+v", v, v.Evidence.Time)
		}
	}
	kept, err := filepath.Glob(filepath.Join(opt.Dir, "*", "*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("kept %v (%v), want the one binary that both sides are", kept, err)
	}
}

// TestSeveral times three candidates against the same runs of the old code: one that is
// slower, one that is not, and one that does not build without the second.
func TestSeveral(t *testing.T) {
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	const work = `package p

func A() (s int) {
	for i := range 2000 {
		s += i
	}
	return s
}

func B() (s int) {
	for i := range 2000 {
		s += i
	}
	return s
}
`
	dir := testenv.Module(t, map[string]string{"p.go": work, "p_test.go": `package p

import "testing"

var sink int

func BenchmarkA(b *testing.B) {
	for b.Loop() {
		sink += A()
	}
}

func BenchmarkB(b *testing.B) {
	for b.Loop() {
		sink += B()
	}
}
`})
	file := filepath.Join(dir, "p.go")
	inB := strings.Index(work, "func B")
	edit := func(fn string, from int, old, now string) verify.Candidate {
		start := from + strings.Index(work[from:], old)
		return verify.Candidate{Candidate: alloc.Candidate{Func: "example.com/m." + fn,
			Edits: []alloc.Edit{{File: file, Start: start, End: start + len(old), New: now}}}}
	}
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m",
		Candidates: []verify.Candidate{
			edit("A", 0, "range 2000", "range 6000"),
			edit("B", 0, "package p\n", "package p\n\nconst few = 500\n"),
			edit("B", inB, "range 2000", "range few"),
		}}
	c, err := c.With(c.Candidates)
	if err != nil {
		t.Fatal(err)
	}
	m := verify.Measurements{Before: &alloc.Record{
		Packages: []alloc.Package{{Path: "example.com/m", Dir: dir}},
		Benchmarks: []alloc.Benchmark{{Package: "example.com/m", Name: "BenchmarkA"},
			{Package: "example.com/m", Name: "BenchmarkB"}},
		Frames: []alloc.Frame{{Func: "example.com/m.A"}, {Func: "example.com/m.B"}},
		Stacks: [][]int{{0}, {1}},
		Samples: []alloc.Sample{{Benchmark: 0, Stack: 0, Objects: 1},
			{Benchmark: 1, Stack: 1, Objects: 1}},
	}}
	j, err := Judge(Options{Dir: t.TempDir(), Rounds: 25})(t.Context(), c, m)
	if err != nil {
		t.Fatal(err)
	}
	v := j.Verdicts[0]
	if v.Outcome != alloc.Rejected || !strings.Contains(v.Reason, "BenchmarkA") {
		t.Errorf("the slower one: %+v", v)
	}
	if v := j.Verdicts[2]; v.Outcome != alloc.Accepted || v.Evidence.Time.Ratio > 0.7 {
		t.Errorf("the faster one, with what it needs: %+v %+v", v, v.Evidence.Time)
	}
}
