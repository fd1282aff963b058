package diary

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The columns of a printed table. The last two are measured with a clock and
// differ from run to run.
var columns = []string{"case", "version", "objects/op", "bytes/op", "also counted", "time", "CPU"}

// timed is how many of the columns differ from run to run.
const timed = 2

// rows returns the cells of a case: what was published, and a row per version.
func (r Result) rows() [][]string {
	p := r.Published
	rows := [][]string{{r.Name, "published", change(p.Objects), change(p.Bytes), p.Text,
		number(p.TimeRatio), ""}}
	if p.TimeRatio == 0 {
		rows[0][5] = ""
	}
	for _, v := range r.Versions {
		name := v.Name
		if v.Name == Fixed {
			name = "wring fix"
		}
		if v.What != "" {
			name += ": " + v.What
		}
		rows = append(rows, []string{"", name, about(v.About) + number(v.Objects),
			about(v.About) + number(v.Bytes), figures(v.Figures),
			v.Time.cell(v.Name), v.CPU.cell(v.Name)})
	}
	return rows
}

// change returns a published pair.
func change(pair [2]float64) string {
	if pair == [2]float64{} {
		return ""
	}
	return number(pair[0]) + " → " + number(pair[1])
}

func about(yes bool) string {
	if yes {
		return "≈ "
	}
	return ""
}

func figures(all []Figure) string {
	texts := make([]string, 0, len(all))
	for _, f := range all {
		texts = append(texts, about(f.About)+number(f.Value)+" "+f.Unit)
	}
	return strings.Join(texts, ", ")
}

// cell returns a ratio with its bounds.
func (s Spread) cell(version string) string {
	switch {
	case s == (Spread{}):
		return ""
	case version == Naive:
		return "1"
	}
	return fmt.Sprintf("%s [%s, %s]", ratio(s[1]), ratio(s[0]), ratio(s[2]))
}

// ratio keeps two digits that mean something.
func ratio(v float64) string {
	if v < 0.1 {
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// number returns v with commas between thousands and at most two decimals; what
// is not 0 never becomes 0.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if rounded := math.Round(v*100) / 100; rounded != 0 {
		text = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	whole, fraction, found := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if found {
		return whole + "." + fraction
	}
	return whole
}
