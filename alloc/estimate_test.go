package alloc

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestInterval compares with the exact limits of a Poisson count, from tables.
func TestInterval(t *testing.T) {
	for _, c := range []struct{ count, low, high float64 }{
		{0, 0, 3.689}, {1, 0.0253, 5.572}, {4, 1.090, 10.242}, {10, 4.795, 18.390},
		{100, 81.36, 121.63},
	} {
		low, high := interval(c.count, c.count, 1)
		if c.count == 0 { // a variance of 0 says that nothing was left to chance
			low, high = interval(0, 1e-9, 1)
		}
		if math.Abs(low-c.low) > 0.1 || math.Abs(high-c.high) > 0.02*c.high {
			t.Errorf("%v: [%.3f, %.3f], want [%v, %v]", c.count, low, high, c.low, c.high)
		}
	}
	if low, high := interval(7, 0, 1); low != 7 || high != 7 {
		t.Errorf("what was not sampled scatters: [%v, %v]", low, high)
	}
}

// TestIntervalHolds samples allocations as the runtime does and wants the share of
// one line in its interval about as often as promised.
func TestIntervalHolds(t *testing.T) {
	const rate = 4096
	lines := []struct{ size, objects int }{{16, 40000}, {64, 30000}, {1024, 2000}, {16, 5000}}
	random := rand.New(rand.NewPCG(1, 2))
	var all, part float64
	for i, l := range lines {
		all += float64(l.size * l.objects)
		if i == 3 {
			part = float64(l.size * l.objects)
		}
	}
	const runs = 400
	missed := 0
	for range runs {
		rec := &Record{Benchmarks: []Benchmark{{N: 1, Rate: rate}}}
		for _, l := range lines {
			seen, scale := 0, -math.Expm1(-float64(l.size)/rate)
			for range l.objects {
				if random.Float64() < scale {
					seen++
				}
			}
			rec.Samples = append(rec.Samples, Sample{Size: uint64(l.size),
				Charged: uint64(l.size), Objects: uint64(float64(seen) / scale)})
		}
		total, _ := rec.Production()
		e := rec.Sampled(rec.Samples[3]).Bytes.Of(total.Bytes)
		if want := part / all; want < e.Low || want > e.High {
			missed++
		}
	}
	if share := float64(missed) / runs; share > 0.08 || share < 0.005 {
		t.Errorf("the interval missed in %d of %d runs", missed, runs)
	}
}

// TestWeighted: what a rewrite adds is less than nothing, and nothing of nothing
// is not told.
func TestWeighted(t *testing.T) {
	whole := Sum{Value: 100, Variance: 100, Largest: 1}
	half := Sum{Value: 50, Variance: 50, Largest: 1}
	e := Weighted([]Term{{-0.5, half}}, whole)
	if e.Value != -0.25 || e.Low >= e.Value || e.High <= e.Value {
		t.Errorf("got %+v", e)
	}
	if all := whole.Of(whole); all.Value != 1 || all.High != 1 || all.Low != 1 {
		t.Errorf("all of it is %+v", all)
	}
	if none := half.Of(Sum{}); none != nil {
		t.Errorf("of nothing: %+v", none)
	}
}

// TestSampledCPU has the scatter of a clock that looks once in each period.
func TestSampledCPU(t *testing.T) {
	rec := &Record{Benchmarks: []Benchmark{{N: 1, CPU: 1e9, CPUPeriod: 1e7}}}
	s := rec.Sampled(Sample{CPU: 2e8})
	_, cpu := rec.Production()
	e := s.CPU.Of(cpu)
	if e.Value != 0.2 || e.Low > 0.14 || e.Low < 0.1 || e.High < 0.27 || e.High > 0.33 {
		t.Errorf("20 of 100 looks are %+v", e)
	}
}
