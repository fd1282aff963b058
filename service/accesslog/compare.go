package accesslog

import (
	"cmp"
	"math"
	"slices"

	"github.com/wring-go/wring/internal/loghist"
	"github.com/wring-go/wring/internal/pathshape"
)

// Comparison is two logs side by side.
type Comparison struct {
	Old, New Report
	Routes   []Change // those in both, by how much their time matters
	Gone     []Route  // only in the old log
	Came     []Route  // only in the new one
	Alpha    float64
}

// Change is a route in two logs.
type Change struct {
	Name           string
	Old, New       *Route
	Mean, P50, P99 Difference
	Verdict        Verdict
}

// Verdict says whether something took longer.
type Verdict string

// The verdicts. Mixed is slower in one figure and faster in another.
const (
	Slower  Verdict = "slower"
	Faster  Verdict = "faster"
	Same    Verdict = "same"
	Mixed   Verdict = "mixed"
	Unknown Verdict = "unknown" // too few requests
)

// Difference is a figure of two logs, in seconds.
type Difference struct {
	Old, New  float64
	Low, High float64 // of New minus Old, with 95 % confidence
	P         float64 // corrected for how many differences were looked at
	Verdict   Verdict
}

// fewest is how many requests it takes on both sides to compare.
const fewest = 30

// Compare compares two logs, whose routes are learned from both together.
func Compare(old, new *Books, opt pathshape.Options, alpha float64) Comparison {
	level := max(old.level, new.level)
	for _, b := range []*Books{old, new} {
		if b.level < level {
			b.setLevel(level)
		}
	}
	c := Comparison{Old: old.Report(opt, new), New: new.Report(opt, old), Alpha: alpha}
	before := map[string]*Route{}
	for i := range c.Old.Routes {
		before[c.Old.Routes[i].Name] = &c.Old.Routes[i]
	}
	for i := range c.New.Routes {
		r := &c.New.Routes[i]
		o, ok := before[r.Name]
		if !ok {
			c.Came = append(c.Came, *r)
			continue
		}
		delete(before, r.Name)
		c.Routes = append(c.Routes, change(o, r))
	}
	for i := range c.Old.Routes {
		if r := &c.Old.Routes[i]; before[r.Name] != nil {
			c.Gone = append(c.Gone, *r)
		}
	}
	c.judge()
	slices.SortFunc(c.Routes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.Name, b.Name))
	})
	return c
}

// weight is how much time a route takes in either log.
func (c *Change) weight() float64 { return max(c.Old.Seconds(), c.New.Seconds()) }

func change(o, n *Route) Change {
	c := Change{Name: n.Name, Old: o, New: n}
	variance := o.Variance()/float64(o.Count) + n.Variance()/float64(n.Count)
	c.Mean = difference(o.Mean(), n.Mean(), math.Sqrt(variance))
	c.P50 = quantiles(o, n, 0.5)
	c.P99 = quantiles(o, n, 0.99)
	return c
}

// quantiles compares a quantile. The standard errors are those of the intervals
// that assume nothing about the distribution; what the buckets may hide is added.
func quantiles(o, n *Route, q float64) Difference {
	old, new := o.Quantile(q), n.Quantile(q)
	oldLow, oldHigh := o.Interval(q)
	newLow, newHigh := n.Interval(q)
	a, b := (oldHigh-oldLow)/2/z95, (newHigh-newLow)/2/z95
	bucket := loghist.Bound * max(old, new)
	return difference(old, new, math.Sqrt(a*a+b*b+bucket*bucket))
}

func difference(old, new, standardError float64) Difference {
	d := Difference{Old: old, New: new, P: 1}
	d.Low, d.High = new-old-z95*standardError, new-old+z95*standardError
	switch {
	case standardError > 0:
		d.P = math.Erfc(math.Abs(new-old) / standardError / math.Sqrt2)
	case new != old:
		d.P = 0
	}
	return d
}

// judge corrects for the number of differences, as Holm has it, and decides.
func (c *Comparison) judge() {
	var all []*Difference
	for i := range c.Routes {
		r := &c.Routes[i]
		if r.Old.Count < fewest || r.New.Count < fewest {
			for _, d := range r.differences() {
				d.Verdict = Unknown
			}
			r.Verdict = Unknown
			continue
		}
		all = append(all, r.differences()...)
	}
	slices.SortStableFunc(all, func(a, b *Difference) int { return cmp.Compare(a.P, b.P) })
	least := 0.0
	for i, d := range all {
		d.P = min(1, max(least, d.P*float64(len(all)-i)))
		least = d.P
		d.Verdict = Same
		if d.P < c.Alpha && d.New > d.Old {
			d.Verdict = Slower
		} else if d.P < c.Alpha {
			d.Verdict = Faster
		}
	}
	for i := range c.Routes {
		if r := &c.Routes[i]; r.Verdict != Unknown {
			r.Verdict = r.verdict()
		}
	}
}

func (c *Change) differences() []*Difference { return []*Difference{&c.Mean, &c.P50, &c.P99} }

func (c *Change) verdict() Verdict {
	var slower, faster bool
	for _, d := range c.differences() {
		slower = slower || d.Verdict == Slower
		faster = faster || d.Verdict == Faster
	}
	switch {
	case slower && faster:
		return Mixed
	case slower:
		return Slower
	case faster:
		return Faster
	}
	return Same
}

// Slower reports whether any route got slower.
func (c *Comparison) Slower() bool {
	return slices.ContainsFunc(c.Routes, func(r Change) bool { return r.Verdict == Slower })
}
