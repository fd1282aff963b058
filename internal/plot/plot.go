// Package plot draws lines over an axis: with characters for a terminal, and as
// SVG for everything else.
package plot

import (
	"math"
	"strconv"
)

// Chart is lines over a common axis.
type Chart struct {
	Title string
	X, Y  string // what the axes show
	Lines []Line
}

// Line is a sequence of points, in the order of X. If Low and High are there,
// each point may as well be anywhere between them.
type Line struct {
	Name      string
	X, Y      []float64
	Low, High []float64
}

// span is a range of values on an axis.
type span struct{ from, to float64 }

// spans returns what the axes must show. That of Y begins at 0, unless something
// is below.
func (c Chart) spans() (x, y span) {
	x = span{math.Inf(1), math.Inf(-1)}
	y = span{0, math.Inf(-1)}
	for _, l := range c.Lines {
		x.hold(l.X)
		y.hold(l.Y)
		y.hold(l.Low)
		y.hold(l.High)
	}
	x.open()
	y.open()
	return x, y
}

func (s *span) hold(values []float64) {
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			s.from, s.to = min(s.from, v), max(s.to, v)
		}
	}
}

// open gives a span without an extent one.
func (s *span) open() {
	if s.from > s.to {
		s.from, s.to = 0, 1
	}
	if s.from == s.to {
		s.to = s.from + 1
	}
}

// at returns where v is in s, from 0 to 1.
func (s span) at(v float64) float64 { return (v - s.from) / (s.to - s.from) }

// ticks returns about n round values in s.
func (s span) ticks(n int) []float64 {
	rough := (s.to - s.from) / float64(n)
	step := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, k := range []float64{5, 2} {
		if step*k <= rough {
			step *= k
			break
		}
	}
	var list []float64
	for v := math.Ceil(s.from/step) * step; v <= s.to+step/1e6; v += step {
		list = append(list, math.Round(v/step)*step)
	}
	return list
}

// label writes a value of an axis, with as few digits as tell it from others.
func label(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
