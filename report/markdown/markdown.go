// Package markdown writes a comparison as a comment for a pull request: the
// verdict first, what changed in tables, and what did not folded away.
package markdown

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/figure"
)

// Diff writes d to w.
func Diff(w io.Writer, d alloc.Diff) error {
	var b bytes.Buffer
	b.WriteString("### wring diff: " + verdict(d) + "\n")
	section(&b, d)
	for _, u := range d.Under {
		section(&b, u)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func section(b *bytes.Buffer, d alloc.Diff) {
	for _, warning := range d.Warnings {
		b.WriteString("\n> ⚠ " + plain(warning.Text) + "\n")
	}
	fmt.Fprintf(b, "\n%s → %s%s\n", state(d.Old), state(d.New), change(d))
	changed, same := split(d)
	rows(b, d, changed)
	if len(same) > 0 {
		fmt.Fprintf(b, "\n<details><summary>%d without a difference that was shown</summary>\n",
			len(same))
		rows(b, d, same)
		b.WriteString("\n</details>\n")
	}
	oneSided(b, d)
	sites(b, "Sites that vanished", d.Sites.Gone)
	sites(b, "Sites that appeared", d.Sites.New)
	sites(b, "Sites that changed", d.Sites.Changed)
}

// verdict counts the benchmarks by judgement.
func verdict(d alloc.Diff) string {
	var better, worse, all int
	for _, part := range append([]alloc.Diff{d}, d.Under...) {
		for _, row := range part.Benchmarks {
			all++
			switch row.Judgement() {
			case alloc.Better:
				better++
			case alloc.Worse:
				worse++
			}
		}
	}
	mark := "✅"
	if worse > 0 {
		mark = "❌"
	}
	return fmt.Sprintf("%s %d better, %d worse of %d benchmarks", mark, better, worse, all)
}

func state(s alloc.State) string {
	text := code(s.Name)
	if s.Commit != "" && !strings.HasPrefix(s.Commit, s.Name) {
		text += fmt.Sprintf(" (%.10s)", s.Commit)
	}
	return text
}

func change(d alloc.Diff) string {
	switch {
	case d.Change == alloc.ChangeToolchain:
		return fmt.Sprintf(", a change of **toolchain, not of code**: %s → %s", d.Old.Go, d.New.Go)
	case d.Change == alloc.ChangeBoth:
		return fmt.Sprintf(", **code and toolchain** differ: %s → %s", d.Old.Go, d.New.Go)
	case d.New.Go != "":
		return ", " + d.New.Go
	}
	return ""
}

// split divides the benchmarks into those with any difference and the others.
func split(d alloc.Diff) (changed, same []alloc.BenchmarkDiff) {
	for _, row := range d.Benchmarks {
		if slices.ContainsFunc(row.Metrics, func(m alloc.Metric) bool {
			return of(m, d.Alpha).Differs()
		}) {
			changed = append(changed, row)
		} else {
			same = append(same, row)
		}
	}
	return changed, same
}

// rows writes a table with a column for each unit.
func rows(b *bytes.Buffer, d alloc.Diff, list []alloc.BenchmarkDiff) {
	if len(list) == 0 {
		return
	}
	units := unitsOf(list)
	b.WriteString("\n| benchmark |")
	for _, unit := range units {
		b.WriteString(" " + plain(unit) + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(units)) + "\n")
	for _, row := range list {
		b.WriteString("| " + code(name(d, row)) + " |")
		for _, unit := range units {
			b.WriteString(" " + cell(row, unit, d.Alpha) + " |")
		}
		b.WriteByte('\n')
	}
}

func unitsOf(list []alloc.BenchmarkDiff) []string {
	var units []string
	for _, row := range list {
		for _, m := range row.Metrics {
			if !slices.Contains(units, m.Unit) {
				units = append(units, m.Unit)
			}
		}
	}
	return units
}

// name is a benchmark with the end of its package's path, and the column that is
// compared when there are several.
func name(d alloc.Diff, row alloc.BenchmarkDiff) string {
	text := row.Name
	if row.Package != "" {
		text = row.Package[strings.LastIndexByte(row.Package, '/')+1:] + "." + text
	}
	if len(d.Columns) > 2 {
		text += " " + row.Column
	}
	return text
}

func cell(row alloc.BenchmarkDiff, unit string, alpha float64) string {
	m, ok := row.Metric(unit)
	if !ok {
		return ""
	}
	w := of(m, alpha).Words()
	text := w.Old
	if w.Old != w.New {
		text += " → " + w.New
	}
	switch {
	case m.Judgement == alloc.Worse || m.Judgement == alloc.Better:
		return fmt.Sprintf("%s **%s** (%s)", text, w.Delta, w.Note)
	case m.Exact && w.Delta == "0.00%":
		return text
	}
	return fmt.Sprintf("%s %s (%s)", text, strings.ReplaceAll(w.Delta, "~", `\~`), w.Note)
}

func of(m alloc.Metric, alpha float64) figure.Metric {
	return figure.Metric{Unit: m.Unit, Exact: m.Exact,
		Old:  [3]float64{m.Old.Center, m.Old.Low, m.Old.High},
		New:  [3]float64{m.New.Center, m.New.Low, m.New.High},
		Wide: [2]bool{m.Old.Wide, m.New.Wide}, N: [2]int{m.Old.N, m.New.N},
		P: m.P, Alpha: alpha}
}

func oneSided(b *bytes.Buffer, d alloc.Diff) {
	for _, side := range []struct {
		name string
		list []string
	}{{d.Old.Name, d.OnlyOld}, {d.New.Name, d.OnlyNew}} {
		if len(side.list) == 0 {
			continue
		}
		fmt.Fprintf(b, "\nOnly in %s:", code(side.name))
		for _, n := range side.list {
			b.WriteString(" " + code(n))
		}
		b.WriteByte('\n')
	}
}

// sites writes what became of places that allocate.
func sites(b *bytes.Buffer, title string, list []alloc.SiteDiff) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n**%s**\n\n| where | what | cause | allocs/op |\n|---|---|---|---|\n", title)
	for _, s := range list {
		var per []string
		for _, c := range s.PerOp {
			bench := c.Benchmark[strings.LastIndex(c.Benchmark, ".Benchmark")+1:]
			per = append(per, fmt.Sprintf("%s %.4g → %.4g", code(bench), c.Old.Objects,
				c.New.Objects))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", code(fmt.Sprintf("%s:%d", s.File, s.Line)),
			code(s.Source), code(s.Cause), strings.Join(per, "<br>"))
	}
}

// code makes text code that stays in its cell.
func code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return ""
	}
	return "`" + strings.NewReplacer("`", "'", "|", `\|`).Replace(text) + "`"
}

// plain makes text that is nothing but text.
func plain(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", "|", `\|`, "*", `\*`, "_", `\_`,
		"`", "'", "[", `\[`, "@", "&#64;").Replace(text)
}
