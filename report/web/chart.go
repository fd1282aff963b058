package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// line is one benchmark over the commits of a history.
type line struct {
	Name     string
	Top      float64 // the greatest value
	Segments []string
	Marks    []mark
	Levels   []level
	Width    int
	Height   int
	Left     int // where the lines begin
}

// level is a value with its place on the chart.
type level struct {
	Y     float64
	Value float64
}

// mark is a commit on a line.
type mark struct {
	X, Y    float64
	Value   float64
	Title   string
	Changed bool
}

// The measures of a chart, in the units of its view box.
const (
	chartWidth  = 900
	chartHeight = 130
	chartEdge   = 20
	chartLeft   = 60
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
	l := line{Name: name, Width: chartWidth, Height: chartHeight, Left: chartLeft}
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
	height := func(v float64) float64 {
		return chartHeight - chartEdge - (chartHeight-2*chartEdge)*v/max(l.Top, 1e-9)
	}
	for _, v := range []float64{0, l.Top / 2, l.Top} {
		if v == 0 || l.Top > 0 {
			l.Levels = append(l.Levels, level{height(v), v})
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
		step := (chartWidth - chartLeft - chartEdge) / float64(max(1, len(commits)-1))
		m := mark{X: chartLeft + float64(i)*step, Y: height(b.Objects), Value: b.Objects}
		m.Changed = slices.ContainsFunc(c.Changed, func(r alloc.RateChange) bool {
			return r.Benchmark == name
		})
		m.Title = fmt.Sprintf("%.10s %s: %s objects, %s bytes per operation", c.Commit, c.Subject,
			rate(b.Objects), rate(b.Bytes))
		points = append(points, fmt.Sprintf("%.1f,%.1f", m.X, m.Y))
		l.Marks = append(l.Marks, m)
	}
	end()
	return l
}
