package loghist

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpans proves that buckets are contiguous, that each holds its own limits,
// and that none is wider than the bound promises.
func TestSpans(t *testing.T) {
	next := uint64(0)
	for b := uint16(0); b < Buckets; b++ {
		low, high := Span(b)
		if low != next || Of(low) != b || Of(high) != b {
			t.Fatalf("bucket %d spans %d to %d, of buckets %d and %d; want it from %d",
				b, low, high, Of(low), Of(high), next)
		}
		for _, v := range []float64{float64(low), float64(high)} {
			if v > 0 && math.Abs(Value(b)-v) > Bound*v*(1+1e-9) {
				t.Fatalf("bucket %d says %v for %v: more than %v off", b, Value(b), v, Bound)
			}
		}
		next = high + 1
	}
	if next != Most+1 {
		t.Errorf("the last bucket ends before %d, want %d", next, uint64(Most+1))
	}
	if Of(math.MaxUint64) != Buckets-1 {
		t.Errorf("the largest integer is in bucket %d, want the last", Of(math.MaxUint64))
	}
}

// TestQuantiles compares quantiles with exact ones on ten distributions.
func TestQuantiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() float64{
		"uniform":     func() float64 { return r.Float64() * 1e9 },
		"exponential": func() float64 { return r.ExpFloat64() * 1e7 },
		"lognormal":   func() float64 { return math.Exp(16 + r.NormFloat64()) },
		"wide":        func() float64 { return math.Exp(12 + 4*r.NormFloat64()) },
		"pareto":      func() float64 { return 1e6 * math.Pow(r.Float64(), -1/1.2) },
		"two modes":   func() float64 { return 1e6 + float64(r.IntN(2))*1e9 + r.Float64()*1e5 },
		"constant":    func() float64 { return 123456789 },
		"zeros":       func() float64 { return float64(r.IntN(3)/2) * 1e8 },
		"rounded":     func() float64 { return float64(int(r.ExpFloat64()*20)) * 1e6 },
		"powers":      func() float64 { return float64(uint64(1) << r.IntN(45)) },
	} {
		values := make([]uint64, 20_011)
		counts := map[uint16]uint64{}
		for i := range values {
			values[i] = uint64(draw())
			counts[Of(values[i])]++
		}
		slices.Sort(values)
		cells := sorted(counts)
		for _, q := range []float64{0, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1} {
			n := uint64(len(values))
			exact := float64(values[rank(q*float64(n), n)-1])
			if got := Quantile(cells, n, q); math.Abs(got-exact) > Bound*exact*(1+1e-9) {
				t.Errorf("%s: quantile %v is %v, want %v within %v", name, q, got, exact, Bound)
			}
		}
	}
}

func sorted(counts map[uint16]uint64) []Cell {
	var cells []Cell
	for b, n := range counts {
		cells = append(cells, Cell{b, n})
	}
	slices.SortFunc(cells, func(a, b Cell) int { return int(a.Bucket) - int(b.Bucket) })
	return cells
}

// TestInterval draws samples of a known distribution: the interval of 95 % has
// to hold the true quantile about that often.
func TestInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const rounds, n = 500, 300
	held := 0
	for range rounds {
		counts := map[uint16]uint64{}
		for range n {
			counts[Of(uint64(r.ExpFloat64()*1e8))]++
		}
		low, high := Interval(sorted(counts), n, 0.9, 1.96)
		if truth := 1e8 * math.Log(10); low*(1-Bound) <= truth && truth <= high*(1+Bound) {
			held++
		}
	}
	if held < rounds*92/100 || held == rounds {
		t.Errorf("%d of %d intervals hold the true value, want about 95 %%", held, rounds)
	}
}
