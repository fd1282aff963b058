package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// History writes h for people: a line for each commit, and below it the
// benchmarks whose counts changed with it.
func History(w io.Writer, h alloc.History, opt Options) error {
	p := newPage(alloc.Report{}, opt)
	for _, warning := range h.Warnings {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, warning.Text)
	}
	t := table.Table{Hang: 2, Columns: []table.Column{
		{Title: "commit"}, {Title: "date"},
		{Title: "allocs/op", Right: true}, {Title: "changed", Right: true},
		{Title: "subject", Min: 16},
	}}
	for _, c := range h.Commits {
		t.Rows = append(t.Rows, p.commitRow(c))
	}
	p.table(t)
	p.blank()
	p.prose(table.Text(table.Dim, "→ "), table.Dim, historyText(h))
	return p.flush(w)
}

func (p *page) commitRow(c alloc.CommitCounts) table.Row {
	row := table.Row{Cells: []table.Line{
		table.Text(table.Cyan, fmt.Sprintf("%.10s", c.Commit)),
		table.Text(table.Dim, c.Date),
		table.Text(table.Plain, decimal(objectsOf(c))),
		table.Text(table.Plain, changedText(c.Changed)),
		table.Text(table.Plain, c.Subject),
	}}
	if c.Failure != "" {
		row.Cells[2] = table.Text(table.Yellow, "not measured")
		row.Below = append(row.Below, table.Text(table.Dim, firstLine(c.Failure)))
	}
	for _, b := range c.Changed {
		style := table.Green
		if b.New.Objects > b.Old.Objects {
			style = table.Red
		}
		row.Below = append(row.Below, table.Text(table.Plain, b.Benchmark+"  ").
			Add(style, becomes([2]float64{b.Old.Objects, b.New.Objects})))
	}
	return row
}

func objectsOf(c alloc.CommitCounts) (sum float64) {
	for _, b := range c.Benchmarks {
		sum += b.Objects
	}
	return sum
}

func changedText(list []alloc.RateChange) string {
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprint(len(list))
}

func historyText(h alloc.History) string {
	cached, failed := 0, 0
	for _, c := range h.Commits {
		if c.Cached {
			cached++
		}
		if c.Failure != "" {
			failed++
		}
	}
	text := fmt.Sprintf("%s, %d of them from the database; allocs/op are those of one operation "+
		"of each benchmark, added up", plural(len(h.Commits), "commit"), cached)
	if failed > 0 {
		text += fmt.Sprintf("; %d could not be measured", failed)
	}
	return text
}

// Bisection writes b for people: the commit, what it changed, and how it was
// found.
func Bisection(w io.Writer, b alloc.Bisection, opt Options) error {
	p := newPage(alloc.Report{}, opt)
	for _, warning := range b.Warnings {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, warning.Text)
	}
	if !b.Found {
		p.prose(table.Text(table.Yellow, "✗ "), table.Plain, fmt.Sprintf("both ends of %s "+
			"allocate %s objects per operation: no commit to be found", b.Range,
			decimal(b.Objects[0])))
		return p.flush(w)
	}
	verb := "removed"
	if b.Objects[1] > b.Objects[0] {
		verb = "brought"
	}
	p.line(table.Text(table.Bold, b.First.Commit).Add(table.Plain, " "+verb+" allocations: ").
		Add(table.Bold, becomes(b.Objects)).Add(table.Plain, " allocs/op of "+b.Bench))
	p.line(table.Text(table.Dim, b.First.Date+"  ").Add(table.Plain, b.First.Subject))
	if len(b.Skipped) > 0 {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, skippedText(b))
	}
	if b.Diff != nil {
		p.diff(*b.Diff)
	}
	p.blank()
	p.prose(table.Text(table.Dim, "→ "), table.Dim, fmt.Sprintf("%s in the range, %d looked at, "+
		"%d of them from the database", plural(b.Commits, "commit"), b.Measured, b.Cached))
	return p.flush(w)
}

func skippedText(b alloc.Bisection) string {
	var names []string
	for _, c := range b.Skipped {
		names = append(names, fmt.Sprintf("%.10s", c.Commit))
	}
	return fmt.Sprintf("It may also have been one of these before it, which could not be "+
		"measured: %s (%s).", strings.Join(names, ", "), firstLine(b.Skipped[0].Failure))
}
