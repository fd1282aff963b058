package web

import (
	"fmt"
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
