package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
	"github.com/wring-go/wring/service/sqlsample"
)

// SQL writes a report on statements: a line for each fingerprint, and below it
// where it comes from and what should be done.
func SQL(w io.Writer, r sqlsample.Report, opt Options) error {
	p := newPage(alloc.Report{}, opt)
	p.prose(table.Text(table.Bold, "wring sql: "), table.Plain, sqlHeading(r))
	for _, n := range r.NotUnderstood {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, fmt.Sprintf(
			"%d not understood (%s), first in %s:%d: %s", n.Count, n.Kind, n.First.File,
			n.First.Line, n.First.Text))
	}
	for _, warning := range r.Warnings {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, warning.Text)
	}
	p.advice("", r.Advice)
	p.blank()
	t := table.Table{Hang: 4, Columns: []table.Column{{Title: "share", Right: true},
		{Title: "95 %", Optional: true}, {Title: "calls", Right: true},
		{Title: "mean", Right: true}, {Title: "p99", Right: true},
		{Title: "read/sent", Right: true, Optional: true}, {Title: "statement", Min: 30}}}
	shown := r.Queries
	if p.opt.Top > 0 && len(shown) > p.opt.Top {
		shown = shown[:p.opt.Top]
	}
	for _, q := range shown {
		t.Rows = append(t.Rows, p.sqlRow(q))
	}
	p.table(t)
	if hidden := r.Queries[len(shown):]; len(hidden) > 0 {
		share := 0.0
		for _, q := range hidden {
			share += q.Share
		}
		p.prose(table.Text(table.Dim, "  "), table.Dim, fmt.Sprintf(
			"%d more with %s; -top 0 shows all", len(hidden), table.Percent(share, 1)))
	}
	return p.flush(w)
}

func sqlHeading(r sqlsample.Report) string {
	text := fmt.Sprintf("%s, %s statements", r.Source, table.Integer(uint64(r.Statements)))
	if r.Statements != r.Booked {
		text += fmt.Sprintf(" (%s booked)", table.Integer(uint64(r.Booked)))
	}
	text += fmt.Sprintf(", %d different, %s in all", len(r.Queries), duration(r.Seconds))
	if r.WallSeconds > 0 {
		text += " within " + duration(r.WallSeconds)
	}
	if r.QuantileError > 0 {
		text += fmt.Sprintf("; p99 is within %.1f %%", 100*r.QuantileError)
	}
	return text
}

func (p *page) sqlRow(q sqlsample.Query) table.Row {
	interval := ""
	if len(q.ShareRange) == 2 {
		interval = fmt.Sprintf("%.1f-%.1f", 100*q.ShareRange[0], 100*q.ShareRange[1])
	}
	rows := fmt.Sprintf("%s/%s", short(q.RowsExamined), short(q.RowsSent))
	mean, p99 := duration(q.Mean), duration(q.P99)
	if q.Calls == 0 {
		mean, p99 = "", ""
	}
	row := table.Row{Cells: []table.Line{
		table.Text(table.Bold, table.Percent(q.Share, 1)), table.Text(table.Dim, interval),
		table.Text(table.Plain, table.Integer(uint64(max(q.Calls, q.Samples)))),
		table.Text(table.Plain, mean), table.Text(table.Plain, p99),
		table.Text(table.Plain, rows), table.Text(table.Cyan, q.Fingerprint)}}
	width := p.opt.Width - 4
	add := func(style table.Style, text string) {
		for _, words := range table.Wrap(text, width) {
			row.Below = append(row.Below, table.Text(style, words))
		}
	}
	if len(q.Fingerprint) > 50 {
		add(table.Dim, q.Fingerprint)
	}
	for _, place := range q.Places {
		add(table.Cyan, placeText(place))
	}
	if text := sqlDetails(q); text != "" {
		add(table.Dim, text)
	}
	for _, line := range q.Plan {
		add(table.Dim, "plan: "+line)
	}
	for _, a := range q.Advice {
		add(table.Yellow, "→ "+a.Code+": "+a.Text)
		add(table.Dim, "  because "+a.Evidence)
	}
	return row
}

func placeText(p sqlsample.Place) string {
	text := fmt.Sprintf("at %s:%d", p.File, p.Line)
	if p.Parts {
		text += " (put together at run time: its constant parts agree)"
	}
	return text
}

// sqlDetails names what is not worth a column.
func sqlDetails(q sqlsample.Query) string {
	var parts []string
	if q.LockSeconds > 0 {
		parts = append(parts, "waits for locks "+duration(q.LockSeconds))
	}
	for _, list := range []struct {
		name    string
		tallies []sqlsample.Tally
	}{{"states", q.States}, {"in", q.Databases}} {
		var names []string
		for _, t := range list.tallies[:min(len(list.tallies), 3)] {
			names = append(names, fmt.Sprintf("%s (%.0f)", t.Name, t.Count))
		}
		if len(names) > 0 {
			parts = append(parts, list.name+" "+strings.Join(names, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// advice writes the advice about the source as a whole.
func (p *page) advice(label string, list []sqlsample.Advice) {
	for _, a := range list {
		p.prose(table.Text(table.Yellow, "→ "+label+a.Code+": "), table.Plain, a.Text)
		p.prose(table.Text(table.Dim, "  because "), table.Dim, a.Evidence)
	}
}

// SQLDiff writes two reports on statements side by side.
func SQLDiff(w io.Writer, d sqlsample.Diff, opt Options) error {
	p := newPage(alloc.Report{}, opt)
	p.prose(table.Text(table.Bold, "wring sql: "), table.Plain, fmt.Sprintf(
		"%s (%s, %s) against %s (%s, %s)", d.Old.Name, table.Integer(uint64(d.Old.Statements)),
		duration(d.Old.Seconds), d.New.Name, table.Integer(uint64(d.New.Statements)),
		duration(d.New.Seconds)))
	for _, warning := range d.Notes {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, warning.Text)
	}
	p.blank()
	t := table.Table{Columns: []table.Column{{Title: "verdict"}, {Title: "calls", Right: true},
		{Title: "time", Right: true}, {Title: "mean", Right: true},
		{Title: "ratio", Right: true, Optional: true}, {Title: "statement", Min: 30}}}
	for i, c := range d.Queries {
		if p.opt.Top > 0 && i == p.opt.Top {
			break
		}
		t.Rows = append(t.Rows, changeRow(c))
	}
	p.table(t)
	return p.flush(w)
}

func changeRow(c sqlsample.Change) table.Row {
	style := map[string]table.Style{"better": table.Green, "gone": table.Green,
		"worse": table.Red, "new": table.Red}[c.Verdict]
	ratio := ""
	if len(c.RatioRange) == 2 {
		ratio = fmt.Sprintf("%.2f (%.2f-%.2f)", c.Ratio, c.RatioRange[0], c.RatioRange[1])
	}
	return table.Row{Cells: []table.Line{table.Text(style, c.Verdict),
		table.Text(table.Plain, short(c.OldCalls)+" → "+short(c.NewCalls)),
		table.Text(table.Plain, duration(c.OldSeconds)+" → "+duration(c.NewSeconds)),
		table.Text(table.Plain, duration(c.OldMean)+" → "+duration(c.NewMean)),
		table.Text(table.Dim, ratio), table.Text(table.Cyan, c.Fingerprint)}}
}

// short returns a count with three digits and a letter.
func short(n int64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"G", 1e9}, {"M", 1e6}, {"k", 1e4}} {
		if float64(n) >= u.size {
			unit := u.size
			if u.name == "k" {
				unit = 1e3
			}
			return fmt.Sprintf("%.3g%s", float64(n)/unit, u.name)
		}
	}
	return fmt.Sprint(n)
}
