package collector

import (
	"fmt"
	"slices"

	"github.com/wring-go/wring/collector/lives"
)

// Site is a line that allocates, from wring's books.
type Site struct {
	Place      string // file:line
	Func       string
	Type       string
	Bytes      float64  // the part of all bytes allocated, from 0 to 1
	Objects    float64  // the part of all objects
	Techniques []string // with which wring fix could remove it
}

// Report is everything that wring gc says of a program.
type Report struct {
	Target string
	Go     string
	Points []Point // by GOGC, then by limit
	// Others are those points again, built with another collector.
	Others  []Point
	Asked   []Prediction
	Knee    int // in Points; -1 if there is none
	Sites   []Site
	Advice  []Advice
	Box     int64  // the memory that there is, in bytes; 0 if nothing was said
	Skipped string // why there are no sites
	// Lives is what outlives the cycles; NotLives says why that is not known.
	Lives    lives.Heap
	NotLives string
	// Warnings are reasons to doubt the figures.
	Warnings []string
}

// Advice is something to do, and why.
type Advice struct {
	Code     string // leave, gogc, limit, box, code, short
	Text     string
	Evidence string
}

// busy is how much longer than it runs a program may be at work before that is
// worth a warning: its own threads wait for each other, too.
const busy = 1.5

// Knee returns which point of a curve is its knee: where the next bit of memory
// begins to save less than those before, as the one farthest below the line from
// the first to the last. It returns -1 when the curve has none.
func Knee(points []Point) int {
	curve := gogcOnly(points)
	if len(curve) < 3 {
		return -1
	}
	first, last := points[curve[0]], points[curve[len(curve)-1]]
	dx, dy := last.Peak.Median-first.Peak.Median, first.Share.Median-last.Share.Median
	if dx <= 0 || dy <= 0 {
		return -1
	}
	best, at := 0.02, -1 // less is no bend
	for _, i := range curve[1 : len(curve)-1] {
		x := (points[i].Peak.Median - first.Peak.Median) / dx
		y := (points[i].Share.Median - last.Share.Median) / dy
		if below := 1 - x - y; below > best {
			best, at = below, i
		}
	}
	return at
}

// gogcOnly returns which points differ by nothing but GOGC, by that.
func gogcOnly(points []Point) []int {
	var list []int
	for i, p := range points {
		if p.Setting.GOGC > 0 && p.Setting.Limit == 0 && p.Setting.Experiment == "" {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int {
		return points[a].Setting.GOGC - points[b].Setting.GOGC
	})
	return list
}

// Advise fills in the knee and the advice.
func (r *Report) Advise() {
	r.Knee, r.Advice = Knee(r.Points), []Advice{}
	base, ok := r.base()
	if !ok {
		return
	}
	if base.Stretch.Median > busy {
		r.Warnings = append(r.Warnings, fmt.Sprintf("other programs wanted the processors, too: "+
			"this one was at work %.1f times as long as it ran, and the shares are less sure; "+
			"on a busy machine, start wring with nice -n -20", base.Stretch.Median))
	}
	add := func(code, text, evidence string) {
		r.Advice = append(r.Advice, Advice{code, text, evidence})
	}
	if base.Cycles.Median-float64(base.Forced) < 5 {
		add("short", "it runs for too short a time to tell: choose more work, such as -time 5s",
			fmt.Sprintf("%.0f cycles, %d of them forced", base.Cycles.Median, base.Forced))
	}
	if base.Share.Median < 0.03 {
		add("leave", "leave the collector as it is: there is little to gain",
			fmt.Sprintf("it takes %s of the CPU with %v", percent(base.Share.Median), base.Setting))
	} else if r.Knee >= 0 && r.Points[r.Knee].Setting != base.Setting {
		knee := r.Points[r.Knee]
		add("gogc", fmt.Sprintf("GOGC=%d is the knee of the curve", knee.Setting.GOGC),
			fmt.Sprintf("the collector's share of the CPU goes from %s to %s, the peak memory "+
				"from %s to %s", percent(base.Share.Median), percent(knee.Share.Median),
				Bytes(int64(base.Peak.Median)), Bytes(int64(knee.Peak.Median))))
	}
	r.adviseBox(add)
	r.adviseCode(add, base)
}

// base returns the point that others are compared with: what the runtime does
// by default.
func (r *Report) base() (Point, bool) {
	i := slices.IndexFunc(r.Points, func(p Point) bool { return p.Setting == Setting{GOGC: 100} })
	if i < 0 && len(r.Points) > 0 {
		i = 0
	}
	if i < 0 {
		return Point{}, false
	}
	return r.Points[i], true
}

// adviseBox says what fits into the memory that there is.
func (r *Report) adviseBox(add func(code, text, evidence string)) {
	if r.Box == 0 {
		return
	}
	const headroom = 0.9 // the rest is for what the runtime does not count
	limit := int64(float64(r.Box) * headroom)
	best := -1
	for _, i := range gogcOnly(r.Points) {
		if int64(r.Points[i].Peak.High) <= limit {
			best = i
		}
	}
	if best < 0 {
		add("box", fmt.Sprintf("%s is too little for any of these settings: give it more, or "+
			"allocate less", Bytes(r.Box)), "the peak memory of each is above nine tenths of it")
		return
	}
	p := r.Points[best]
	add("box", fmt.Sprintf("in %s: GOGC=%d GOMEMLIMIT=%s", Bytes(r.Box), p.Setting.GOGC,
		Bytes(limit)), fmt.Sprintf("the most that it held was %s, the collector took %s of the CPU",
		Bytes(int64(p.Peak.High)), percent(p.Share.Median)))
}

// adviseCode says what the rewrites would do to the same cost.
func (r *Report) adviseCode(add func(code, text, evidence string), base Point) {
	n, bytes := r.removable()
	if n == 0 {
		return
	}
	add("code", fmt.Sprintf("wring fix has techniques for %d of these places: what they no longer "+
		"allocate saves cycles, and takes no memory", n),
		fmt.Sprintf("they allocate %s of the bytes; without them the collector's share of the CPU "+
			"would go from %s to %s at best", percent(bytes), percent(base.Share.Median),
			percent(without(base.Share.Median, bytes))))
}

// removable returns how many sites have techniques, and the part of all bytes that
// they allocate.
func (r *Report) removable() (n int, bytes float64) {
	for _, s := range r.Sites {
		if len(s.Techniques) > 0 {
			bytes += s.Bytes
			n++
		}
	}
	return n, bytes
}

// Rewritten returns, for each of Points, the collector's share of the CPU if wring fix
// removed all that it has techniques for: the best that a rewrite can do, with the
// same GOGC and peak memory. It is nil where there is nothing to remove.
func (r *Report) Rewritten() []Interval {
	n, bytes := r.removable()
	if n == 0 {
		return nil
	}
	var list []Interval
	for _, p := range r.Points {
		list = append(list, Interval{without(p.Share.Low, bytes), without(p.Share.Median, bytes),
			without(p.Share.High, bytes)})
	}
	return list
}

// without returns the collector's share of the CPU if a part of the bytes were not
// allocated: that many cycles less.
func without(share, part float64) float64 {
	gc := share * (1 - part)
	return gc / (gc + 1 - share)
}

func percent(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }
