package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
)

// The picture's measures, in pixels.
const (
	width, height = 800, 360
	left, right   = 70, 20
	top, bottom   = 30, 40
)

// SVG draws the median, the 99th percentile and the longest latency of each
// second, from the intended time, on a scale of powers of ten.
func SVG(w io.Writer, r *generator.Result) error {
	c := newChart(r)
	fmt.Fprintf(&c.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&c.out, `<title>Latency over time, %s model, %.0f seconds</title>`+"\n", r.Model,
		r.Seconds)
	fmt.Fprintf(&c.out, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	c.axes()
	for i, line := range []struct {
		name, color string
		q           float64
	}{{"median", "#2a6fb0", 0.5}, {"p99", "#c77700", 0.99}, {"max", "#b02a2a", 1}} {
		c.curve(line.q, line.color)
		fmt.Fprintf(&c.out, `<text x="%d" y="18" fill="%s">%s</text>`+"\n", left+i*80, line.color,
			line.name)
	}
	c.failures()
	c.out.WriteString("</svg>\n")
	_, err := io.WriteString(w, c.out.String())
	return err
}

// chart is a picture being drawn. Low and high are powers of ten of nanoseconds.
type chart struct {
	out       strings.Builder
	series    []generator.Second
	low, high float64
}

func newChart(r *generator.Result) *chart {
	c := &chart{series: r.Series, low: math.Inf(1), high: math.Inf(-1)}
	for i := range c.series {
		h := &c.series[i].Latency
		if h.Count() == 0 {
			continue
		}
		c.low = min(c.low, math.Floor(power(h.Quantile(0.5))))
		c.high = max(c.high, math.Ceil(power(h.Max())))
	}
	if math.IsInf(c.low, 1) {
		c.low, c.high = 6, 7
	}
	c.high = max(c.high, c.low+1)
	return c
}

func power(d time.Duration) float64 { return math.Log10(float64(max(d, 1))) }

func (c *chart) x(second int) float64 {
	return left + (float64(second)+0.5)*(width-left-right)/float64(max(len(c.series), 1))
}

func (c *chart) y(d time.Duration) float64 {
	share := (power(d) - c.low) / (c.high - c.low)
	return height - bottom - share*(height-top-bottom)
}

// axes draws a line for each power of ten and a number below every tenth part of
// the time.
func (c *chart) axes() {
	for p := c.low; p <= c.high; p++ {
		d := time.Duration(math.Pow(10, p))
		fmt.Fprintf(&c.out, `<line x1="%d" x2="%d" y1="%.1f" y2="%[3]f" stroke="#ddd"/>`+"\n", left,
			width-right, c.y(d))
		fmt.Fprintf(&c.out, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", left-6,
			c.y(d)+4, d)
	}
	step := max((len(c.series)+9)/10, 1)
	for i := 0; i < len(c.series); i += step {
		fmt.Fprintf(&c.out, `<text x="%.1f" y="%d" text-anchor="middle">%d s</text>`+"\n", c.x(i),
			height-bottom+18, i)
	}
}

func (c *chart) curve(q float64, color string) {
	var points []string
	for i := range c.series {
		if h := &c.series[i].Latency; h.Count() > 0 {
			points = append(points, fmt.Sprintf("%.1f,%.1f", c.x(i), c.y(h.Quantile(q))))
		}
	}
	fmt.Fprintf(&c.out, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n",
		strings.Join(points, " "), color)
}

// failures marks the seconds in which requests failed.
func (c *chart) failures() {
	for i, s := range c.series {
		if s.Failed > 0 {
			fmt.Fprintf(&c.out, `<circle cx="%.1f" cy="%d" r="3" fill="#b02a2a"><title>%d failed`+
				`</title></circle>`+"\n", c.x(i), height-bottom-4, s.Failed)
		}
	}
}
