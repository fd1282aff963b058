package text

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// fixes writes one row per rewrite: what, where, figures, proofs.
func (p *page) fixes(list []alloc.Trial) {
	if len(list) == 0 {
		return
	}
	t := table.Table{Indent: 2, Hang: 2, Columns: []table.Column{
		{Title: "technique"},
		{Title: "function", Min: 20, KeepEnd: true},
		{Title: "allocs/op", Right: true},
		{Title: "B/op", Right: true},
		{Title: "time", Right: true},
		{Title: "p", Right: true},
		{Title: "tests", Right: true},
		{Title: "inputs", Right: true},
	}}
	for _, trial := range list {
		cells := []table.Line{table.Text(table.Green, trial.Technique),
			table.Text(table.Plain, symbol.Short(trial.Func))}
		for _, text := range evidence(trial) {
			cells = append(cells, table.Text(table.Plain, text))
		}
		t.Rows = append(t.Rows, table.Row{Cells: cells, Below: p.wrapped(described(trial))})
	}
	p.blank()
	p.table(t)
	p.blank()
	for _, line := range p.wrapped("All of it builds, and so does what imports it. " +
		"Time is new over " +
		"old, both side by side, of each rewrite by itself, and p how likely chance alone does " +
		"that; tests are those that passed before and pass now; on that many inputs old and new " +
		"code do the same.") {
		p.line(table.Text(table.Plain, "  ").Join(line))
	}
}

// wrapped returns text as lines that fit below a row.
func (p *page) wrapped(text string) []table.Line {
	var lines []table.Line
	for _, line := range table.Wrap(text, p.opt.Width-4) {
		lines = append(lines, table.Text(table.Dim, line))
	}
	return lines
}

// evidence returns what the judges found, as the table's columns have it.
func evidence(t alloc.Trial) (cells [6]string) {
	if v, ok := t.Verdict("counts"); ok && v.Evidence.ObjectsPerOp != nil {
		cells[0], cells[1] = becomes(*v.Evidence.ObjectsPerOp), becomes(*v.Evidence.BytesPerOp)
	}
	cells[2], cells[3] = "none", ""
	if v, ok := t.Verdict("timing"); ok && v.Evidence.Time != nil {
		cells[2] = fmt.Sprintf("x%.2f", v.Evidence.Time.Ratio)
		cells[3] = fmt.Sprintf("%.3f", v.Evidence.Time.P)
	}
	cells[4], cells[5] = "none", "none"
	if v, ok := t.Verdict("tests"); ok && v.Outcome == alloc.Accepted {
		cells[4] = table.Integer(uint64(v.Evidence.TestsRun))
	}
	if v, ok := t.Verdict("differential"); ok && v.Outcome == alloc.Accepted {
		cells[5] = table.Integer(uint64(v.Evidence.Inputs))
	}
	return cells
}

// described returns at which line what is done, by what it was measured unless
// by benchmarks, and why the code could not be compared.
func described(t alloc.Trial) string {
	text := at(t.File, t.Line) + ": " + t.Message
	if t.Calls > 0 {
		text += fmt.Sprintf("; per call, on %s of its tests", plural(t.Calls, "call"))
	}
	if len(t.Tests) > 0 {
		text += fmt.Sprintf("; per run of %s as a whole: the arguments of its calls cannot be kept",
			strings.Join(t.Tests, ", "))
	}
	if t.Production != nil {
		text += "; in production " + Share(*t.Production)
	}
	if t.Removes != nil {
		text += ", of which it removes " + Share(*t.Removes)
	}
	if v, ok := t.Verdict("differential"); ok && v.Outcome == alloc.Unknown {
		text += "; not compared: " + firstLine(v.Reason)
	}
	return text
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
