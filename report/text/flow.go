package text

import (
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// flow writes the compiler's reasons as a chain: each value that the object
// flows through, and below it by which code.
func (p *page) flow(f *alloc.Finding) {
	if len(f.Reasons) == 0 && len(f.Flow) == 0 {
		return
	}
	p.heading("the compiler says")
	for i, reason := range f.Reasons {
		if i == 0 || len(f.Flow) == 0 {
			p.prose(table.Text(table.Plain, "  "), table.Plain, reason)
		}
	}
	t := table.Table{Indent: 4, Columns: []table.Column{{Min: 24}, {Min: 12}}}
	files := treeOf(f)
	for _, step := range f.Flow {
		t.Rows = append(t.Rows, table.Row{Cells: flowCells(step, files)})
	}
	p.table(t)
}

func flowCells(step alloc.Step, files tree) []table.Line {
	text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(step.Text), "escflow:"))
	if flow, ok := strings.CutPrefix(text, "flow:"); ok {
		return []table.Line{table.Text(table.Plain, arrow(flow)), {}}
	}
	text = strings.TrimPrefix(text, "from ")
	return []table.Line{
		table.Text(table.Dim, "  by "+text),
		table.Text(table.Dim, at(files.short(step.File), step.Line)),
	}
}

// arrow turns the compiler's assignment into the direction in which the value
// goes: "{heap} ← &x" becomes "&x → the heap". The compiler writes = instead of
// the arrow when it is asked with -m.
func arrow(flow string) string {
	flow = strings.TrimSuffix(strings.TrimSpace(flow), ":")
	for _, sign := range []string{" ← ", " = "} {
		if to, from, ok := strings.Cut(flow, sign); ok {
			return storage(from) + " → " + storage(to)
		}
	}
	return flow
}

// storage returns the compiler's name for a place in words. What it calls the
// address of the storage for an expression is for a reader the expression.
func storage(name string) string {
	name = strings.TrimSpace(name)
	if name == "{heap}" {
		return "the heap"
	}
	inner, ok := strings.CutPrefix(name, "&{storage for ")
	if inner, closed := strings.CutSuffix(inner, "}"); ok && closed {
		return inner
	}
	return name
}
