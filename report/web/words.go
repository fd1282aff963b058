package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/figure"
	"github.com/wring-go/wring/internal/symbol"
)

// count writes a whole number with a comma after each thousand.
func count(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// rate writes what one operation allocates, never rounded to a whole number that
// it is not.
func rate(f float64) string {
	if f == float64(uint64(f)) {
		return count(uint64(f))
	}
	s := strconv.FormatFloat(f, 'f', 2, 64)
	if strings.HasSuffix(s, ".00") || f < 0.1 {
		s = strconv.FormatFloat(f, 'g', 3, 64)
	}
	return s
}

func percent(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }

func short(name string) string { return symbol.Short(name) }

// metricWords writes a comparison as the other outputs do.
func metricWords(m alloc.Metric, alpha float64) figure.Words {
	return figure.Metric{Unit: m.Unit, Exact: m.Exact,
		Old:  [3]float64{m.Old.Center, m.Old.Low, m.Old.High},
		New:  [3]float64{m.New.Center, m.New.Low, m.New.High},
		Wide: [2]bool{m.Old.Wide, m.New.Wide}, N: [2]int{m.Old.N, m.New.N},
		P: m.P, Alpha: alpha}.Words()
}

func stateName(s alloc.State) string {
	if s.Commit != "" && !strings.HasPrefix(s.Commit, s.Name) {
		return fmt.Sprintf("%s (%.10s)", s.Name, s.Commit)
	}
	return s.Name
}

// siteKind is a list of sites under its title.
type siteKind struct {
	Title string
	Sites []alloc.SiteDiff
}

func siteKinds(d alloc.SitesDiff) []siteKind {
	return []siteKind{{"Sites that vanished", d.Gone}, {"Sites that appeared", d.New},
		{"Sites that changed", d.Changed}}
}

// line is one benchmark over the commits of a history.
type line struct {
	Name     string
	Top      float64 // the greatest value
	Segments []string
	Marks    []mark
	Width    int
}

// mark is a commit on a line.
type mark struct {
	X, Y    float64
	Title   string
	Changed bool
}

// The measures of a chart, in the units of its view box.
const (
	chartWidth  = 800
	chartHeight = 120
	chartEdge   = 8
)

// chart draws the benchmarks of a history. Commits that could not be measured
// interrupt the line.
func chart(h *alloc.History) []line {
	var names []string
	for _, c := range h.Commits {
		for _, b := range c.Benchmarks {
			if !slices.Contains(names, b.Benchmark) {
				names = append(names, b.Benchmark)
			}
		}
	}
	var lines []line
	for _, name := range names {
		lines = append(lines, lineOf(h.Commits, name))
	}
	return lines
}

func lineOf(commits []alloc.CommitCounts, name string) line {
	l := line{Name: name, Width: chartWidth}
	at := func(c alloc.CommitCounts) (alloc.BenchCounts, bool) {
		for _, b := range c.Benchmarks {
			if b.Benchmark == name {
				return b, true
			}
		}
		return alloc.BenchCounts{}, false
	}
	for _, c := range commits {
		if b, ok := at(c); ok {
			l.Top = max(l.Top, b.Objects)
		}
	}
	var points []string
	end := func() {
		if len(points) > 0 {
			l.Segments = append(l.Segments, strings.Join(points, " "))
		}
		points = nil
	}
	for i, c := range commits {
		b, ok := at(c)
		if !ok {
			end()
			continue
		}
		step := (chartWidth - 2*chartEdge) / float64(max(1, len(commits)-1))
		m := mark{X: chartEdge + float64(i)*step, Y: chartHeight - chartEdge}
		m.Changed = slices.ContainsFunc(c.Changed, func(r alloc.RateChange) bool {
			return r.Benchmark == name
		})
		if l.Top > 0 {
			m.Y -= (chartHeight - 2*chartEdge) * b.Objects / l.Top
		}
		m.Title = fmt.Sprintf("%.10s %s: %s objects, %s bytes per operation", c.Commit, c.Subject,
			rate(b.Objects), rate(b.Bytes))
		points = append(points, fmt.Sprintf("%.1f,%.1f", m.X, m.Y))
		l.Marks = append(l.Marks, m)
	}
	end()
	return l
}
