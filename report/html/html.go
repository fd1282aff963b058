// Package html writes a comparison as one page that needs nothing else: no
// server, no network, no script.
package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/figure"
)

//go:embed diff.html
var page string

// Diff writes d to w.
func Diff(w io.Writer, d alloc.Diff) error {
	t, err := template.New("diff").Funcs(template.FuncMap{
		"words": func(m alloc.Metric) figure.Words { return of(m, d.Alpha).Words() },
		"kinds": kinds,
		"rate":  func(f float64) string { return fmt.Sprintf("%.4g", f) },
		"state": state,
		"bench": func(s string) string { return s[strings.LastIndex(s, ".Benchmark")+1:] },
	}).Parse(page)
	if err != nil {
		return err
	}
	var b strings.Builder // nothing is written unless all of it can be
	if err := t.Execute(&b, append([]alloc.Diff{d}, d.Under...)); err != nil {
		return fmt.Errorf("cannot write the comparison as HTML: %w", err)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// kind is a list of sites under its title.
type kind struct {
	Title string
	Sites []alloc.SiteDiff
}

func kinds(d alloc.SitesDiff) []kind {
	return []kind{{"Sites that vanished", d.Gone}, {"Sites that appeared", d.New},
		{"Sites that changed", d.Changed}}
}

func state(s alloc.State) string {
	if s.Commit != "" && !strings.HasPrefix(s.Commit, s.Name) {
		return fmt.Sprintf("%s (%.10s)", s.Name, s.Commit)
	}
	return s.Name
}

func of(m alloc.Metric, alpha float64) figure.Metric {
	return figure.Metric{Unit: m.Unit, Exact: m.Exact,
		Old:  [3]float64{m.Old.Center, m.Old.Low, m.Old.High},
		New:  [3]float64{m.New.Center, m.New.Low, m.New.High},
		Wide: [2]bool{m.Old.Wide, m.New.Wide}, N: [2]int{m.Old.N, m.New.N},
		P: m.P, Alpha: alpha}
}
