package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/wring-go/wring/live"
)

//go:embed live.html
var livePage string

// liveContent is one of two things that the page shows.
type liveContent struct {
	Report *live.Report
	Diff   *live.Diff
}

// Live writes what a capture shows to w.
func Live(w io.Writer, r live.Report) error { return liveWrite(w, liveContent{Report: &r}) }

// LiveDiff writes two captures side by side.
func LiveDiff(w io.Writer, d live.Diff) error { return liveWrite(w, liveContent{Diff: &d}) }

// livePart is a part of a route's time, for a bar.
type livePart struct {
	Name    string
	Percent float64
}

// liveParts returns the parts of a route's time that are not nothing.
func liveParts(r live.Route) []livePart {
	var list []livePart
	for _, p := range []livePart{{"running", r.OnCPU}, {"query", r.InQuery}, {"pool", r.PoolWait},
		{"lock", r.LockWait}, {"network", r.Network}, {"other", r.Other}} {
		if p.Percent > 0 && r.Sampled > 0 {
			list = append(list, livePart{p.Name, 100 * p.Percent / r.Sampled})
		}
	}
	return list
}

func liveWrite(w io.Writer, content liveContent) error {
	t, err := template.New("live").Funcs(template.FuncMap{
		"rate":  func(f float64) string { return fmt.Sprintf("%.3g", f) },
		"milli": func(f float64) string { return fmt.Sprintf("%.3g", 1e3*f) },
		"part": func(f, whole float64) string {
			return fmt.Sprintf("%.1f %%", 100*f/max(whole, 1e-9))
		},
		"percent": func(f float64) string { return fmt.Sprintf("%.1f %%", 100*f) },
		"parts":   liveParts,
		"base":    func(s string) string { return s[strings.LastIndexByte(s, '/')+1:] },
		"join":    func(list []string) string { return strings.Join(list, ", ") },
	}).Parse(livePage)
	if err != nil {
		return err
	}
	var b strings.Builder // nothing is written unless all of it can be
	if err := t.Execute(&b, content); err != nil {
		return fmt.Errorf("cannot write the capture as HTML: %w", err)
	}
	_, err = io.WriteString(w, b.String())
	return err
}
