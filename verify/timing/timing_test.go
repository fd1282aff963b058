package timing

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify"
)

// times makes ten times around a figure, in an order of their own.
func times(around float64) []float64 {
	var list []float64
	for i := range 10 {
		list = append(list, around*(1+0.01*float64(i*7%10)))
	}
	return list
}

func TestCompare(t *testing.T) {
	same := &clock.Times{Old: times(100), New: times(100)}
	for _, test := range []struct {
		name  string
		times map[string]*clock.Times
		want  alloc.Outcome
		words string
	}{
		{"twice as fast", map[string]*clock.Times{"B": {Old: times(100), New: times(50)}},
			alloc.Accepted, ""},
		{"the same", map[string]*clock.Times{"B": same}, alloc.Accepted, ""},
		{"half as fast", map[string]*clock.Times{"B": {Old: times(100), New: times(200)}},
			alloc.Rejected, "B takes 2.00 times as long"},
		{"one of two slower", map[string]*clock.Times{"A": same,
			"B": {Old: times(100), New: times(120)}}, alloc.Rejected, "B takes 1.20"},
		{"slower by what moving code costs", map[string]*clock.Times{
			"B": {Old: times(100), New: times(104)}}, alloc.Accepted, ""},
		{"too few runs", map[string]*clock.Times{"B": {Old: []float64{1, 1}, New: []float64{2, 2}}},
			alloc.Unknown, "no benchmark could be timed"},
		{"none", nil, alloc.Unknown, "no benchmark could be timed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := compare(test.times)
			if v.Outcome != test.want || !strings.Contains(v.Reason, test.words) {
				t.Errorf("want %s %q, got %s: %s", test.want, test.words, v.Outcome, v.Reason)
			}
		})
	}
}

// TestManyBenchmarks proves the correction: among forty benchmarks one differs
// by chance.
func TestManyBenchmarks(t *testing.T) {
	many := map[string]*clock.Times{"chance": {
		Old: []float64{100, 101, 102, 103, 104, 105, 106, 107, 108, 109},
		New: []float64{101.5, 102.5, 109.5, 110, 110.5, 111, 111.5, 112, 113, 114}}}
	if v := compare(many); v.Outcome != alloc.Rejected {
		t.Fatalf("alone it must look slower: %+v", v)
	}
	for i := range 39 {
		many[string(rune('a'+i))] = &clock.Times{Old: times(100), New: times(100)}
	}
	if v := compare(many); v.Outcome != alloc.Accepted {
		t.Errorf("got %s: %s", v.Outcome, v.Reason)
	}
}

// TestJudge runs the clock on a change that makes a benchmark slower.
func TestJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	const work = "package p\n\nfunc Sum(n int) (s int) {\n\tfor i := range n {\n\t\ts += i\n\t}\n" +
		"\treturn s\n}\n"
	dir := testenv.Module(t, map[string]string{"p.go": work, "p_test.go": `package p

import "testing"

var sink int

func BenchmarkSum(b *testing.B) {
	b.Run("small", func(b *testing.B) {
		for b.Loop() {
			sink += Sum(1000)
		}
	})
}
`})
	slow := strings.Replace(work, "range n", "range 3 * n", 1)
	one := verify.Candidate{Candidate: alloc.Candidate{Func: "example.com/m.Sum"}}
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m",
		Candidates: []verify.Candidate{one},
		New:        map[string][]byte{filepath.Join(dir, "p.go"): []byte(slow)}}
	alone, done := 0, 0
	m := verify.Measurements{Before: &alloc.Record{ // the benchmark allocates in Sum
		Packages:   []alloc.Package{{Path: "example.com/m", Dir: dir}},
		Benchmarks: []alloc.Benchmark{{Package: "example.com/m", Name: "BenchmarkSum/small"}},
		Frames:     []alloc.Frame{{Func: "example.com/m.Sum"}},
		Stacks:     [][]int{{0}},
		Samples:    []alloc.Sample{{Objects: 1}},
	}}
	opt := Options{
		Dir: t.TempDir(),
		Alone: func() func() {
			alone++
			return func() { done++ }
		},
	}
	j, err := Judge(opt)(t.Context(), c, m)
	if err != nil {
		t.Fatal(err)
	}
	v := j.Verdicts[0]
	if v.Outcome != alloc.Rejected || v.Evidence.Time.Ratio < 1.5 || v.Evidence.Time.N != 20 {
		t.Errorf("got %+v %+v", v, v.Evidence.Time)
	}
	if alone != 2 || done != 2 { // what looks slow is timed again
		t.Errorf("alone began %d times and ended %d times", alone, done)
	}
	testKept(t, c, m, opt)
}

// testKept times another change of the same code: what was built of the old
// code is still there, what is built of the new is another binary. The same code
// takes as long as itself in one of some tries: other work may slow one side.
func testKept(t *testing.T, c verify.Change, m verify.Measurements, opt Options) {
	opt.Rounds = 4
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
