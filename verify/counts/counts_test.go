package counts

import (
	"context"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// sample is what one line of a benchmark allocates, per operation.
type sample struct {
	benchmark string
	stack     string // functions, leaf first
	objects   float64
	size      uint64
}

// record makes a record over 100 operations.
func record(samples ...sample) *alloc.Record {
	rec := &alloc.Record{}
	index := map[string]int{}
	for _, s := range samples {
		if _, ok := index[s.benchmark]; !ok {
			index[s.benchmark] = len(rec.Benchmarks)
			rec.Benchmarks = append(rec.Benchmarks, alloc.Benchmark{Package: "p", Name: s.benchmark,
				N: 100})
		}
		var stack []int
		for fn := range strings.FieldsSeq(s.stack) {
			stack = append(stack, len(rec.Frames))
			rec.Frames = append(rec.Frames, alloc.Frame{Func: fn})
		}
		rec.Stacks = append(rec.Stacks, stack)
		objects := uint64(100*s.objects + 0.5)
		b := &rec.Benchmarks[index[s.benchmark]]
		b.Objects += objects
		b.Bytes += objects * s.size
		rec.Samples = append(rec.Samples, alloc.Sample{Benchmark: index[s.benchmark],
			Stack: len(rec.Stacks) - 1, Objects: objects, Size: s.size, Charged: s.size})
	}
	return rec
}

func TestAsOne(t *testing.T) {
	old := record(sample{"B", "fmt.Sprint p.F p.BenchmarkB", 3, 16},
		sample{"B", "p.F.func1 p.BenchmarkB", 1, 64},
		sample{"C", "p.G p.BenchmarkC", 2, 1000})
	for _, test := range []struct {
		name  string
		new   *alloc.Record
		want  alloc.Outcome
		words string
	}{
		{"fewer", record(sample{"B", "p.F p.BenchmarkB", 1, 64},
			sample{"C", "p.G p.BenchmarkC", 2, 1000}),
			alloc.Accepted, ""},
		{"as many, smaller", record(sample{"B", "p.F p.BenchmarkB", 4, 16},
			sample{"C", "p.G p.BenchmarkC", 2, 1000}), alloc.Accepted, ""},
		{"a little larger, fewer", record(sample{"B", "p.F p.BenchmarkB", 1, 120},
			sample{"C", "p.G p.BenchmarkC", 2, 1000}), alloc.Accepted, ""},
		{"nothing gained", old, alloc.Rejected, "nothing is gained"},
		{"gained elsewhere only", record(sample{"B", "fmt.Sprint p.F p.BenchmarkB", 3, 16},
			sample{"B", "p.F.func1 p.BenchmarkB", 1, 64}, sample{"C", "p.G p.BenchmarkC", 1, 1000}),
			alloc.Rejected, "nothing is gained"},
		{"moved to the caller", record(sample{"B", "p.BenchmarkB", 4, 28},
			sample{"C", "p.G p.BenchmarkC", 2, 1000}), alloc.Rejected, "its callers do"},
		{"another benchmark suffers", record(sample{"B", "p.F p.BenchmarkB", 1, 16},
			sample{"C", "p.G p.BenchmarkC", 3, 600}), alloc.Rejected, "p.C: 2 objects"},
		{"far more bytes", record(sample{"B", "p.F p.BenchmarkB", 1, 500},
			sample{"C", "p.G p.BenchmarkC", 2, 1000}), alloc.Rejected, "p.B: 112 bytes"},
		{"bytes elsewhere", record(sample{"B", "p.F p.BenchmarkB", 1, 16},
			sample{"C", "p.G p.BenchmarkC", 2, 1100}), alloc.Rejected, "p.C: 2000 bytes"},
		{"a benchmark vanishes", record(sample{"B", "p.F p.BenchmarkB", 1, 16}),
			alloc.Rejected, "p.C: it can be counted no more"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tr := tracer{known: &steady{}, trace: func(_ context.Context,
				_ map[string][]byte, side, _ string) (*alloc.Record, error) {
				if side == "old" {
					return old, nil
				}
				return test.new, nil
			}}
			v, err := tr.jointVerdict(t.Context(), step{before: old, record: test.new,
				funcs: []string{"p.F"}}, regressions(old, test.new))
			if err != nil {
				t.Fatal(err)
			}
			if v.Outcome != test.want || !strings.Contains(v.Reason, test.words) {
				t.Errorf("want %s %q, got %s: %s", test.want, test.words, v.Outcome, v.Reason)
			}
		})
	}
}

// TestAttributed has a function that calls another one, and both change.
func TestAttributed(t *testing.T) {
	const own, called, both = "p.F p.BenchmarkB", "p.G p.F p.BenchmarkB", "p.G p.BenchmarkB"
	old := record(sample{"B", own, 3, 16}, sample{"B", called, 5, 16}, sample{"B", both, 1, 16})
	now := record(sample{"B", own, 3, 16}, sample{"B", called, 1, 16}, sample{"B", both, 1, 16})
	for _, test := range []struct {
		fn      string
		others  []string
		want    alloc.Outcome
		objects [2]float64
	}{
		{"p.F", nil, alloc.Accepted, [2]float64{8, 4}},
		{"p.F", []string{"p.F", "p.G"}, alloc.Rejected, [2]float64{8, 8}},
		{"p.G", []string{"p.F", "p.G"}, alloc.Accepted, [2]float64{6, 2}},
		{"p.G", []string{"p.F", "p.H"}, alloc.Accepted, [2]float64{6, 2}},
	} {
		v := attributed(old, now, test.fn, test.others)
		if v.Outcome != test.want || *v.Evidence.ObjectsPerOp != test.objects {
			t.Errorf("%s among %v: got %s %v, want %s %v", test.fn, test.others, v.Outcome,
				*v.Evidence.ObjectsPerOp, test.want, test.objects)
		}
	}
}

// TestShifted has one function that gains much, and one whose only object its
// caller allocates afterwards.
func TestShifted(t *testing.T) {
	old := record(sample{"B", "p.F p.BenchmarkB", 9, 16}, sample{"B", "p.G p.BenchmarkB", 1, 16})
	for _, test := range []struct {
		name  string
		now   *alloc.Record
		moved bool
	}{
		{"both gain", record(sample{"B", "p.F p.BenchmarkB", 1, 16}), false},
		{"one moved", record(sample{"B", "p.F p.BenchmarkB", 1, 16},
			sample{"B", "p.BenchmarkB", 1, 16}), true},
		{"both moved", record(sample{"B", "p.BenchmarkB", 10, 16}), true},
	} {
		var claims []alloc.Verdict
		for _, fn := range []string{"p.F", "p.G"} {
			claims = append(claims, attributed(old, test.now, fn, []string{"p.F", "p.G"}))
		}
		if got := shifted(old, test.now, claims); got != test.moved {
			t.Errorf("%s: moved is %t", test.name, got)
		}
	}
}
