package counts

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/wring-go/wring/alloc"
)

// Benchmarks whose counts vary by chance (maps, pools, goroutines) are counted again,
// until the rank test says what chance does not, or the last of these numbers of runs
// on each side is reached. beyond is the probability, at one look, at which chance is
// ruled out.
var looks = []int{6, 10, 15, 20}

const beyond = 0.01

// series is a benchmark that was counted several times with the same code.
type series []figures

func (s series) of(unit func(figures) float64) []float64 {
	var list []float64
	for _, f := range s {
		list = append(list, unit(f))
	}
	return list
}

func objectsOf(f figures) float64 { return f.objects }

func bytesOf(f figures) float64 { return f.bytes }

// steady reports whether the figures are the same each time, but for what the runtime
// adds.
func (s series) steady() bool {
	objects := s.of(objectsOf)
	bytes := s.of(bytesOf)
	return slices.Max(objects)-slices.Min(objects) <= 2*tolerance(objects[0]) &&
		slices.Max(bytes)-slices.Min(bytes) <= 0.01*slices.Max(bytes)+16
}

// exact reports whether the figures are the same each time.
func (s series) exact() bool {
	return !slices.ContainsFunc(s, func(f figures) bool { return f != s[0] })
}

// center returns the medians.
func (s series) center() figures {
	return figures{median(s.of(objectsOf)), median(s.of(bytesOf))}
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

// repeated is a benchmark that was counted several times before and after a change.
type repeated struct {
	old, now series
	first    *[2]figures // an earlier count that is not among them; or nil
	gone     bool        // the first count afterwards lacked it
}

// all returns the counts of each side with the first.
func (r *repeated) all() (old, now series) {
	if r.first == nil {
		return r.old, r.now
	}
	return append(series{r.first[0]}, r.old...), append(series{r.first[1]}, r.now...)
}

// steady reports whether the counts of each side, of which there are several, were the same:
// to the byte where there are two, and but for what the runtime adds where there are more.
func (r *repeated) steady() bool {
	old, now := r.all()
	switch min(len(old), len(now)) {
	case 0, 1:
		return false
	case 2:
		return old.exact() && now.exact()
	}
	return old.steady() && now.steady()
}

// heavier says in what the benchmark became heavier beyond chance, or "". It reports
// whether that is certain: without, the benchmark must be counted again. last says that
// it will not be.
func (r *repeated) heavier(last bool) (reason string, certain bool) {
	n := min(len(r.old), len(r.now))
	if n == 0 {
		return "", last
	}
	grown := describeGrowth(r.old.center(), r.now.center(), maxBytes)
	if r.old.steady() && r.now.steady() &&
		(n > 2 || n == 2 && (grown == "" || r.apart()) || last) {
		return grown, true
	}
	if !last && !slices.Contains(looks, n) {
		return "", false
	}
	if grown == "" {
		return "", true // at a look, the middle is no higher
	}
	was, is := r.old.center(), r.now.center()
	unit, shift := objectsOf, 0.0
	if is.objects <= was.objects+tolerance(was.objects) {
		unit = bytesOf
		if is.objects > was.objects-tolerance(was.objects) {
			shift = 0.01 * was.bytes
		} else {
			shift = maxBytes * was.bytes
		}
	}
	p := chance(r.old.of(unit), r.now.of(unit), shift)
	if p >= beyond {
		return "", last
	}
	return fmt.Sprintf("%s, %s before and %s after in %d runs each, p=%.3f", grown,
		reach(r.old.of(unit)), reach(r.now.of(unit)), n, p), true
}

// apart reports whether three counts or more on each side, with the first, are the same but for
// what the runtime adds, and the least afterwards is heavier than the greatest before would be
// with twice the scatter of both added: then these say enough.
func (r *repeated) apart() bool {
	old, now := r.all()
	if min(len(old), len(now)) < 3 || !old.steady() || !now.steady() {
		return false
	}
	limit := func(unit func(figures) float64) float64 {
		was, is := old.of(unit), now.of(unit)
		return slices.Max(was) + 2*(slices.Max(was)-slices.Min(was)+slices.Max(is)-slices.Min(is))
	}
	least := figures{slices.Min(now.of(objectsOf)), slices.Min(now.of(bytesOf))}
	return describeGrowth(figures{limit(objectsOf), limit(bytesOf)}, least, maxBytes) != ""
}

// reach names the least and the greatest.
func reach(list []float64) string {
	return fmt.Sprintf("%.4g to %.4g", slices.Min(list), slices.Max(list))
}

// chance returns the probability that now is as much above old, and the shift, by
// chance alone: that of the U-test, on one side.
func chance(old, now []float64, shift float64) float64 {
	moved := slices.Clone(old)
	for i := range moved {
		moved[i] += shift
	}
	if median(now) <= median(moved) {
		return 1
	}
	p := benchmath.AssumeNothing.Compare(
		benchmath.NewSample(moved, &benchmath.DefaultThresholds),
		benchmath.NewSample(slices.Clone(now), &benchmath.DefaultThresholds)).P
	return p / 2
}

// fractional reports whether a figure cannot be what each operation allocates: then it
// may vary by chance.
func fractional(objects float64) bool {
	return math.Abs(objects-math.Round(objects)) > tolerance(objects)
}

// varying puts a benchmark that was counted again into a report's form. It reports
// false for one that does not vary.
func (r repeated) varying(name string) (alloc.Varying, bool) {
	v := alloc.Varying{Benchmark: name, Runs: min(len(r.old), len(r.now)),
		Judgement: alloc.Same}
	if v.Runs == 0 || r.old.steady() && r.now.steady() {
		return v, false
	}
	for i, s := range []series{r.old, r.now} {
		v.Objects[i] = interval(s.of(objectsOf))
		v.Bytes[i] = interval(s.of(bytesOf))
	}
	switch was, is := r.old.center(), r.now.center(); {
	case chance(r.old.of(objectsOf), r.now.of(objectsOf), 0) < beyond:
		v.Judgement = alloc.Worse
	case chance(r.now.of(objectsOf), r.old.of(objectsOf), 0) < beyond:
		v.Judgement = alloc.Better
	case chance(r.old.of(bytesOf), r.now.of(bytesOf), 0.01*was.bytes) < beyond:
		v.Judgement = alloc.Worse
	case chance(r.now.of(bytesOf), r.old.of(bytesOf), 0.01*is.bytes) < beyond:
		v.Judgement = alloc.Better
	}
	return v, true
}

func interval(list []float64) alloc.Interval {
	return alloc.Interval{Low: slices.Min(list), Center: median(list), High: slices.Max(list)}
}
