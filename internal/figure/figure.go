// Package figure puts the figures of benchmarks into words, in the manner of
// benchstat: with prefixes, four digits, ranges and differences in per cent.
package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Metric is one figure of a benchmark on two sides. Each side is its centre, and
// the ends of the interval around it.
type Metric struct {
	Unit     string
	Exact    bool
	Old, New [3]float64
	Wide     [2]bool // there are too few figures for an interval
	N        [2]int
	P        float64 // of figures that are not exact
	Alpha    float64
}

// Words are a metric in words. Ranges are "" when there is none.
type Words struct {
	Old, OldRange string
	New, NewRange string
	Delta         string // "-17.20%", "~" when nothing was shown, "+2 from 0"
	Note          string // "p=0.000 n=10", "exact"
}

// Words puts m into words.
func (m Metric) Words() Words {
	scaled := Scale(m.Unit, m.Old[0], m.New[0])
	w := Words{Old: scaled[0], New: scaled[1], Delta: m.delta(), Note: m.note(),
		OldRange: spread(m.Old, m.Wide[0]), NewRange: spread(m.New, m.Wide[1])}
	if m.Exact && m.Old[1] == m.Old[2] {
		w.OldRange = ""
	}
	if m.Exact && m.New[1] == m.New[2] {
		w.NewRange = ""
	}
	return w
}

// Differs reports whether a difference was shown.
func (m Metric) Differs() bool {
	if m.Exact {
		return m.New[1] > m.Old[2] || m.New[2] < m.Old[1]
	}
	return m.P < m.Alpha
}

func (m Metric) delta() string {
	if !m.Differs() {
		if m.Exact && m.Old == m.New {
			return "0.00%"
		}
		return "~"
	}
	return Delta(m.Old[0], m.New[0])
}

func (m Metric) note() string {
	n := fmt.Sprintf("n=%d", m.N[0])
	if m.N[0] != m.N[1] {
		n = fmt.Sprintf("n=%d+%d", m.N[0], m.N[1])
	}
	switch {
	case !m.Exact:
		return fmt.Sprintf("p=%.3f %s", m.P, n)
	case m.Old[1] == m.Old[2] && m.New[1] == m.New[2]:
		return "exact"
	}
	return "varies " + n
}

// spread returns how far an interval reaches to either side, in per cent of its
// centre unless that is 0.
func spread(s [3]float64, wide bool) string {
	center, reach := math.Abs(s[0]), max(s[2]-s[0], s[0]-s[1])
	switch {
	case wide:
		return "∞"
	case center == 0:
		return strconv.FormatFloat(reach, 'g', 2, 64)
	}
	return strconv.FormatFloat(100*reach/center, 'f', 0, 64) + "%"
}

// Delta returns the difference of two figures in per cent of the old one. There
// are no per cent of nothing: then it is the figure itself. What is not nothing
// does not become nothing by rounding.
func Delta(old, new float64) string {
	percent := 100 * (new/old - 1)
	switch {
	case old == new:
		return "0.00%"
	case old == 0:
		return "+" + strconv.FormatFloat(new, 'g', 4, 64) + " from 0"
	case math.Abs(percent) < 0.01 && percent > 0:
		return "+<0.01%"
	case math.Abs(percent) < 0.01:
		return "-<0.01%"
	}
	return fmt.Sprintf("%+.2f%%", percent)
}

// prefix is a factor and its sign.
type prefix struct {
	factor float64
	sign   string
}

// prefixes returns those that a unit is used with, the largest first. Counts
// have none below 1: 0.9 objects are not 900 of anything.
func prefixes(unit string) []prefix {
	large := []prefix{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}
	switch {
	case strings.HasPrefix(unit, "B/op"):
		return []prefix{{1 << 40, "Ti"}, {1 << 30, "Gi"}, {1 << 20, "Mi"}, {1 << 10, "Ki"}, {1, ""}}
	case strings.HasPrefix(unit, "sec"):
		return append(large, prefix{1e-3, "m"}, prefix{1e-6, "µ"}, prefix{1e-9, "n"})
	}
	return large
}

// Scale writes values of a unit with the prefix that suits the least of them
// that is not 0, so that each shows four digits or more.
func Scale(unit string, values ...float64) []string {
	least := math.Inf(1)
	for _, v := range values {
		if v != 0 && !math.IsInf(v, 0) && !math.IsNaN(v) {
			least = min(least, math.Abs(v))
		}
	}
	if math.IsInf(least, 0) {
		least = 1
	}
	list := prefixes(unit)
	p := list[len(list)-1]
	if i := slices.IndexFunc(list, func(p prefix) bool { return least >= p.factor }); i >= 0 {
		p = list[i]
	}
	digits := max(0, 3-int(math.Floor(math.Log10(least/p.factor))))
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = strconv.FormatFloat(v/p.factor, 'f', min(digits, 12), 64) + p.sign
	}
	return texts
}
