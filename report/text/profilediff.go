package text

import (
	"fmt"
	"io"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// ProfileDiff writes what profiles say of a program before and after a change.
// Lines that did not change beyond sampling are counted and not shown.
func ProfileDiff(w io.Writer, d alloc.ProfileDiff, opt Options) error {
	p := newPage(alloc.Report{Warnings: d.Warnings}, opt)
	unit := map[string]string{"requests": "a request", "cpu": "a second of CPU time",
		"none": "all of it"}[d.Scale]
	p.line(table.Text(table.Bold, "production, "+unit).Add(table.Dim, fmt.Sprintf(
		"  %s → %s", plural(len(d.Old.Sources), "profile"), plural(len(d.New.Sources), "profile"))))
	p.blank()
	p.table(changeTable(d))
	p.profileLines(d)
	p.blank()
	p.warnings()
	return p.flush(w)
}

func changeColumns(predicted bool) []table.Column {
	list := []table.Column{{Min: 12, KeepEnd: true}, {}, {Title: "before", Right: true},
		{Title: "after", Right: true}, {Title: "removed", Right: true}, {Title: "95 %"}}
	if predicted {
		list = append(list, table.Column{Title: "predicted", Right: true})
	}
	return append(list, table.Column{})
}

func changeTable(d alloc.ProfileDiff) table.Table {
	t := table.Table{Indent: 2, Columns: changeColumns(d.Predicted != nil)}
	for _, c := range d.Totals {
		t.Rows = append(t.Rows, table.Row{Cells: changeCells("total", c, d.Predicted != nil)})
	}
	return t
}

// changeCells are the cells of one figure.
func changeCells(what string, c alloc.ProfileChange, predicted bool) []table.Line {
	cells := []table.Line{table.Text(table.Plain, what), table.Text(table.Dim, unitName(c.Unit)),
		table.Text(table.Plain, scaled(c.Unit, c.Old.Value)),
		table.Text(table.Plain, scaled(c.Unit, c.New.Value))}
	removed, limits := "", ""
	if c.Removed != nil {
		removed, limits = percent(c.Removed.Value, 1)+" %", span(c.Removed)
	}
	style := table.Plain
	switch c.Judgement {
	case alloc.Better:
		style = table.Green
	case alloc.Worse:
		style = table.Red
	}
	cells = append(cells, table.Text(style, removed), table.Text(table.Dim, limits))
	if predicted {
		text := ""
		if c.Predicted != nil {
			text = percent(*c.Predicted, 1) + " %"
		}
		cells = append(cells, table.Text(table.Cyan, text))
	}
	return append(cells, table.Text(style, map[alloc.Judgement]string{alloc.Better: "less",
		alloc.Worse: "more", alloc.Same: "~"}[c.Judgement]))
}

func unitName(unit string) string {
	if unit == "cpu_ns" {
		return "cpu"
	}
	return unit
}

func scaled(unit string, v float64) string {
	if unit == "cpu_ns" {
		return fmt.Sprintf("%.3g ms", v/1e6)
	}
	if v >= 1000 {
		return table.Integer(uint64(v))
	}
	return fmt.Sprintf("%.4g", v)
}

// slightest is the part of a total below which a line is not worth a row.
const slightest = 0.001

// weighs reports whether a figure is more than next to nothing of its total.
func weighs(c alloc.ProfileChange, totals []alloc.ProfileChange) bool {
	for _, t := range totals {
		if t.Unit == c.Unit {
			return max(c.Old.Value, c.New.Value) >= slightest*max(t.Old.Value, t.New.Value)
		}
	}
	return true
}

// profileLines writes the lines and functions that changed.
func (p *page) profileLines(d alloc.ProfileDiff) {
	t := table.Table{Indent: 2, Hang: 2, Columns: changeColumns(d.Predicted != nil)}
	same := 0
	for _, l := range d.Lines {
		row, changed := table.Row{}, false
		for i, c := range l.Changes {
			where := ""
			if i == 0 {
				where = at(l.File, l.Line)
				if l.Line == 0 {
					where = symbol.Short(l.Func)
				}
			}
			cells := changeCells(where, c, d.Predicted != nil)
			changed = changed || c.Judgement != alloc.Same && weighs(c, d.Totals)
			if i == 0 {
				row.Cells = cells
				t.Rows = append(t.Rows, row)
				continue
			}
			t.Rows = append(t.Rows, table.Row{Cells: cells})
		}
		if !changed {
			same++
			t.Rows = t.Rows[:len(t.Rows)-len(l.Changes)]
		}
	}
	if len(t.Rows) > 0 {
		p.blank()
		p.table(t)
	}
	if same > 0 {
		p.blank()
		p.line(table.Text(table.Dim, fmt.Sprintf(
			"  %s did not change beyond what sampling makes of them, or hold less than 0.1 %%: "+
				"-json shows all", plural(same, "line"))))
	}
}
