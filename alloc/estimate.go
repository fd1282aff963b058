package alloc

import "math"

// Estimate returns s with the interval that sampling leaves.
func (s Sum) Estimate() Estimate {
	low, high := interval(s.Value, s.Variance, s.Largest)
	return Estimate{s.Value, low, high}
}

// Of returns s, a part of whole, as a fraction of it; nil if whole is nothing.
func (s Sum) Of(whole Sum) *Estimate { return Weighted([]Term{{1, s}}, whole) }

// Term is a sum of which only a part counts; the part may be less than 0.
type Term struct {
	Part float64
	Sum  Sum
}

// Weighted returns the parts of some terms, each a part of whole and without
// samples in common, as a fraction of whole; nil if whole is nothing.
//
// The variance of a ratio r is, to first order, the sum over everything of
// (c-r)², c being what counts of it, times its variance, over the whole squared.
func Weighted(terms []Term, whole Sum) *Estimate {
	if whole.Value <= 0 {
		return nil
	}
	var sum, variance, largest, within float64
	for _, t := range terms {
		sum += t.Part * t.Sum.Value
		largest = max(largest, math.Abs(t.Part)*t.Sum.Largest)
	}
	ratio := sum / whole.Value
	for _, t := range terms {
		variance += (t.Part - ratio) * (t.Part - ratio) * t.Sum.Variance
		within += t.Sum.Variance
	}
	variance += ratio * ratio * max(0, whole.Variance-within)
	scale := whole.Value
	low, high := interval(math.Abs(ratio), variance/scale/scale, largest/scale)
	if ratio < 0 {
		low, high = -high, -low
	}
	return &Estimate{ratio, low, min(high, 1)}
}

// interval returns the limits of Fay and Feuer for a weighted sum of counts by
// chance, of a confidence of 95 %. They hold where few samples were taken too,
// where an interval around the value that is as wide on both sides would not.
func interval(value, variance, largest float64) (low, high float64) {
	if variance <= 0 {
		return value, value
	}
	if value > 0 {
		low = variance / (2 * value) * chiSquare(-normal, 2*value*value/variance)
	}
	value, variance = value+largest, variance+largest*largest
	return low, variance / (2 * value) * chiSquare(normal, 2*value*value/variance)
}

// normal is the quantile of the normal distribution at 97.5 %.
const normal = 1.959963984540054

// chiSquare returns the quantile of the chi-square distribution with some degrees
// of freedom that is as likely as z is of the normal distribution, by the
// approximation of Wilson and Hilferty.
func chiSquare(z, degrees float64) float64 {
	part := 2 / (9 * degrees)
	root := max(0, 1-part+z*math.Sqrt(part))
	return degrees * root * root * root
}

// Sampled returns what a sample of r stands for, with the variance of the
// profiler's sampling: an allocation of some bytes is looked at with a
// probability of 1-exp(-bytes/rate), and time once in each period.
func (r *Record) Sampled(s Sample) Sampled {
	section := r.Benchmarks[s.Benchmark]
	seen := 1.0
	if section.Rate > 1 {
		seen = -math.Expm1(-float64(max(s.Size, 1)) / float64(section.Rate))
	}
	bytes := float64(s.Charged)
	period := float64(section.CPUPeriod)
	objects := Sum{Value: float64(s.Objects)}
	if seen < 1 {
		objects.Variance, objects.Largest = objects.Value*(1-seen)/seen, 1/seen
	}
	out := Sampled{Objects: objects, Bytes: Sum{objects.Value * bytes,
		objects.Variance * bytes * bytes, objects.Largest * bytes}}
	if s.CPU > 0 {
		out.CPU = Sum{float64(s.CPU), float64(s.CPU) * period, period}
	}
	return out
}

// Production returns what all samples of a sampled record add up to, and all CPU
// time of its profiles, of which the time below the allocator is a part.
func (r *Record) Production() (total Sampled, cpu Sum) {
	for _, s := range r.Samples {
		total = total.Plus(r.Sampled(s))
	}
	for _, b := range r.Benchmarks {
		period := float64(b.CPUPeriod)
		cpu = cpu.Plus(Sum{float64(b.CPU), float64(b.CPU) * period, period})
	}
	return total, cpu
}

// Of returns s as a share of everything that the profiles hold.
func (s Sampled) Of(total Sampled, cpu Sum) Portion {
	return Portion{s.Objects.Of(total.Objects), s.Bytes.Of(total.Bytes), s.CPU.Of(cpu)}
}
