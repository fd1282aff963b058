package text

import (
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// stackRows is how many stacks are listed for a site, and frameRows how many
// frames of each.
const (
	stackRows = 4
	frameRows = 24
)

// stacks writes the ways by which the site was reached, heaviest first, each
// from the allocation outwards.
func (p *page) stacks(f *alloc.Finding) {
	t := table.Table{Indent: 2, Columns: []table.Column{
		{Right: true},
		{Min: 24},
		{Min: 12},
	}}
	files := treeOf(f)
	shown := f.Stacks[:min(len(f.Stacks), stackRows)]
	var objects uint64
	for i, stack := range shown {
		objects += stack.Objects
		if i > 0 {
			t.Rows = append(t.Rows, table.Row{Cells: make([]table.Line, 3)})
		}
		t.Rows = append(t.Rows, p.frames(f, stack, files)...)
	}
	if len(t.Rows) == 0 {
		return
	}
	p.heading("called from")
	p.table(t)
	rest := f.Objects - min(objects, f.Objects)
	p.more(len(f.Stacks)-len(shown), "stack",
		" with "+table.Percent(float64(rest), float64(f.Objects))+" of the objects")
}

// frames returns one row for each frame of a stack; the first has its share.
func (p *page) frames(f *alloc.Finding, stack alloc.Stack, files tree) []table.Row {
	share := table.Text(table.Bold, table.Percent(float64(stack.Objects), float64(f.Objects)))
	all := withoutStart(stack.Frames)
	frames := all[:min(len(all), frameRows)]
	var rows []table.Row
	for _, frame := range frames {
		style := table.Plain
		switch {
		case frame.Func == f.Func && frame.Line == f.Line:
			style = table.Bold
		case standard(frame.Func, p.Module):
			style = table.Dim
		}
		rows = append(rows, table.Row{Cells: []table.Line{
			share,
			table.Text(style, known(shortFunc(frame.Func))),
			table.Text(table.Dim, at(files.short(frame.File), frame.Line)),
		}})
		share = table.Line{}
	}
	if hidden := len(all) - len(frames); hidden > 0 {
		rows = append(rows, table.Row{Cells: []table.Line{
			{}, table.Text(table.Dim, "… and "+count(uint64(hidden), "more frame")), {},
		}})
	}
	return rows
}

// withoutStart returns frames without those at the end that every stack has:
// how the runtime starts a goroutine and package testing a benchmark. A stack
// of nothing else is left whole.
func withoutStart(frames []alloc.Frame) []alloc.Frame {
	for end := len(frames); end > 0; end-- {
		switch pkgPath(frames[end-1].Func) {
		case "runtime", "testing":
			continue
		}
		return frames[:end]
	}
	return frames
}
