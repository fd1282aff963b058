package series

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// record returns the books of one run, of benchmarks of one iteration.
func record(objects ...uint64) *alloc.Record {
	rec := &alloc.Record{}
	for i, n := range objects {
		rec.Benchmarks = append(rec.Benchmarks, alloc.Benchmark{Package: "p",
			Name: fmt.Sprint("Benchmark", i), N: 1, Objects: n, Bytes: 10 * n})
	}
	return rec
}

// TestMedianCounts takes the middle of the runs of each benchmark, the lower one
// of two, and keeps the ends. A benchmark that one run lacks has fewer runs.
func TestMedianCounts(t *testing.T) {
	got := medianCounts([]*alloc.Record{record(7, 1), record(3, 5), record(4)})
	want := []alloc.BenchCounts{
		{Benchmark: "p.Benchmark0", Objects: 4, Bytes: 40, Low: 3, High: 7, Runs: 3},
		{Benchmark: "p.Benchmark1", Objects: 1, Bytes: 10, Low: 1, High: 5, Runs: 2},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestBeyondScatter wants a gap between two ranges that is wider than either.
func TestBeyondScatter(t *testing.T) {
	for _, c := range []struct {
		low, high, nextLow, nextHigh float64
		want                         bool
	}{
		{5, 5, 5, 5, false},
		{5, 5, 6, 6, true},
		{6, 6, 5, 5, true},
		{5, 7, 7, 8, false},
		{5, 7, 9, 9, false}, // the gap is not wider than the range
		{5, 7, 10, 10, true},
		{5, 5, 7, 9, false},
		{5, 9, 6, 7, false},
	} {
		a := alloc.BenchCounts{Low: c.low, High: c.high}
		b := alloc.BenchCounts{Low: c.nextLow, High: c.nextHigh}
		if got := beyondScatter(a, b); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

// TestChanged lists the benchmarks that both have and that moved, in the order of
// the later one.
func TestChanged(t *testing.T) {
	at := func(name string, n float64) alloc.BenchCounts {
		return alloc.BenchCounts{Benchmark: name, Objects: n, Bytes: 8 * n, Low: n, High: n}
	}
	before := alloc.CommitCounts{Benchmarks: []alloc.BenchCounts{at("a", 1), at("b", 2),
		at("c", 3)}}
	after := alloc.CommitCounts{Benchmarks: []alloc.BenchCounts{at("c", 5), at("b", 2), at("d", 9),
		at("a", 0)}}
	want := []alloc.RateChange{
		{Benchmark: "c", Old: alloc.Rate{Objects: 3, Bytes: 24},
			New: alloc.Rate{Objects: 5, Bytes: 40}},
		{Benchmark: "a", Old: alloc.Rate{Objects: 1, Bytes: 8}},
	}
	if got := changed(before, after); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := changed(after, after); got == nil || len(got) != 0 {
		t.Errorf("nothing changed, and the list is %v", got)
	}
}

// TestTotal adds up the benchmarks of a commit.
func TestTotal(t *testing.T) {
	got := total(alloc.CommitCounts{Benchmarks: []alloc.BenchCounts{
		{Objects: 1, Bytes: 8, Low: 1, High: 2, Runs: 3},
		{Objects: 4, Bytes: 64, Low: 3, High: 5, Runs: 3}}})
	want := alloc.BenchCounts{Objects: 5, Bytes: 72, Low: 4, High: 7, Runs: 3}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := total(alloc.CommitCounts{}); got.Runs != 0 {
		t.Errorf("a commit without benchmarks has %+v", got)
	}
}

// TestNarrow finds the first commit that is like the later end, wherever it is
// and whichever commits cannot be measured; of those around it nothing is known.
func TestNarrow(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for first := 1; first <= n; first++ {
			for skipped := range 1 << max(0, n-1) {
				checkNarrow(t, n, first, func(i int) bool { return skipped&(1<<(i-1)) != 0 })
			}
		}
	}
}

func checkNarrow(t *testing.T, n, first int, skipped func(i int) bool) {
	t.Helper()
	asked := 0
	low, high, err := narrow(0, n, func(i int) (bool, error) {
		asked++
		if i <= 0 || i >= n {
			t.Fatalf("of %d commits, %d was asked about", n, i)
		}
		return !skipped(i), nil
	}, func(i int) bool { return i >= first })
	if err != nil || low >= first || high < first {
		t.Fatalf("n %d, first %d: between %d and %d, %v", n, first, low, high, err)
	}
	for i := low + 1; i < high; i++ {
		if !skipped(i) {
			t.Fatalf("n %d, first %d: between %d and %d, where %d can be measured", n, first, low,
				high, i)
		}
	}
}

// TestNarrowHalves wants a bisection to take steps in the order of the logarithm.
func TestNarrowHalves(t *testing.T) {
	steps := 0
	low, high, err := narrow(0, 1024, func(int) (bool, error) { steps++; return true, nil },
		func(i int) bool { return i >= 700 })
	if low != 699 || high != 700 || err != nil || steps > 11 {
		t.Errorf("between %d and %d in %d steps, %v", low, high, steps, err)
	}
	broken := errors.New("broken")
	_, _, err = narrow(0, 9, func(int) (bool, error) { return false, broken }, nil)
	if !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
}
