// Package csv writes a comparison for spreadsheets and scripts: one line for
// each benchmark and unit, and after an empty line one for each site and
// benchmark. Figures are unscaled and unrounded.
package csv

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/wring-go/wring/alloc"
)

// Diff writes d to w.
func Diff(w io.Writer, d alloc.Diff) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"go", "package", "benchmark", "column", "unit", "exact", "old", "old_low",
		"old_high", "old_n", "new", "new_low", "new_high", "new_n", "p", "p_raw", "verdict"}}
	all := append([]alloc.Diff{d}, d.Under...)
	for _, part := range all {
		rows = append(rows, benchmarks(part)...)
	}
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	rows = [][]string{{"go", "site", "file", "line", "func", "type", "cause", "benchmark",
		"old_objects", "new_objects", "old_bytes", "new_bytes"}}
	for _, part := range all {
		rows = append(rows, sites(part, "gone", part.Sites.Gone)...)
		rows = append(rows, sites(part, "new", part.Sites.New)...)
		rows = append(rows, sites(part, "changed", part.Sites.Changed)...)
	}
	return out.WriteAll(rows)
}

func benchmarks(d alloc.Diff) [][]string {
	var rows [][]string
	for _, b := range d.Benchmarks {
		for _, m := range b.Metrics {
			row := []string{d.New.Go, b.Package, b.Name, b.Column, m.Unit, fmt.Sprint(m.Exact)}
			for _, s := range []alloc.Summary{m.Old, m.New} {
				row = append(row, decimal(s.Center), decimal(s.Low), decimal(s.High),
					strconv.Itoa(s.N))
			}
			p, raw := decimal(m.P), decimal(m.RawP)
			if m.Exact {
				p, raw = "", ""
			}
			rows = append(rows, append(row, p, raw, string(m.Judgement)))
		}
	}
	return rows
}

func sites(d alloc.Diff, what string, list []alloc.SiteDiff) [][]string {
	var rows [][]string
	for _, s := range list {
		for _, c := range s.PerOp {
			rows = append(rows, []string{d.New.Go, what, s.File, strconv.Itoa(s.Line), s.Func,
				s.Type, s.Cause, c.Benchmark, decimal(c.Old.Objects), decimal(c.New.Objects),
				decimal(c.Old.Bytes), decimal(c.New.Bytes)})
		}
	}
	return rows
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
