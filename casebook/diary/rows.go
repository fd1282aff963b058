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

// rows returns the cells of a case: what was published, if anything was, and a
// row per version. The first row alone has the case's name.
func (r Result) rows() [][]string {
	var rows [][]string
	if r.Published != (Published{}) || len(r.Versions) == 0 {
		rows = append(rows, r.Published.row())
	}
	for _, v := range r.Versions {
		rows = append(rows, v.row())
	}
	rows[0][0] = r.Name
	return rows
}

func (p Published) row() []string {
	time := ""
	if p.TimeRatio != 0 {
		time = number(p.TimeRatio)
	}
	return []string{"", "published", change(p.Objects), change(p.Bytes), p.Text, time, ""}
}

func (v Measured) row() []string {
	name := v.Name
	if v.Name == Fixed {
		name = "wring fix"
	}
	if v.What != "" {
		name += ": " + v.What
	}
	return []string{"", name, counted(v.Objects, v.About), counted(v.Bytes, v.About),
		figures(v.Figures), v.Time.cell(v.Name), v.CPU.cell(v.Name)}
}

// change returns a published pair.
func change(pair [2]float64) string {
	if pair == [2]float64{} {
		return ""
	}
	return number(pair[0]) + " → " + number(pair[1])
}

// counted returns a figure; one that varies from run to run is marked, and has
// no decimals that would say nothing.
func counted(v float64, about bool) string {
	if !about {
		return number(v)
	}
	if v >= 100 {
		v = math.Round(v)
	}
	return "≈ " + number(v)
}

func figures(all []Figure) string {
	texts := make([]string, 0, len(all))
	for _, f := range all {
		texts = append(texts, counted(f.Value, f.About)+" "+f.Unit)
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
	digits := 2
	for limit := 0.1; v < limit && digits < 6; limit /= 10 {
		digits++
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
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
