package text

import (
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// frameRows is how many frames of a stack are listed.
const frameRows = 24

// stacks writes the heaviest ways by which the site was reached, at most rows of
// them, each from the allocation outwards.
func (p *page) stacks(f *alloc.Finding, rows int) {
	t := table.Table{Indent: 2, Columns: []table.Column{
		{Right: true},
		{Min: 24},
		{Min: 12},
	}}
	files := treeOf(f)
	shown := f.Stacks[:min(len(f.Stacks), rows)]
	var objects uint64
	var above []alloc.Frame
	for i, stack := range shown {
		objects += stack.Objects
		if i > 0 {
			t.Rows = append(t.Rows, table.Row{Cells: make([]table.Line, 3)})
		}
		frames := trimmed(stack.Frames)
		same := sameEnd(frames, above)
		above = frames
		frames = frames[:len(frames)-same]
		t.Rows = append(t.Rows, p.frames(f, stack.Objects, frames, files)...)
		if same > 0 {
			t.Rows = append(t.Rows, remark("… then as above"))
		}
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
func (p *page) frames(f *alloc.Finding, objects uint64, all []alloc.Frame,
	files tree) []table.Row {
	share := table.Text(table.Bold, table.Percent(float64(objects), float64(f.Objects)))
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
			table.Text(style, known(symbol.Short(frame.Func))),
			table.Text(table.Dim, at(files.short(frame.File), frame.Line)),
		}})
		share = table.Line{}
	}
	if hidden := len(all) - len(frames); hidden > 0 {
		rows = append(rows, remark("… and "+count(uint64(hidden), "more frame")))
	}
	return rows
}

// remark returns a row of a table of frames that holds none.
func remark(text string) table.Row {
	return table.Row{Cells: []table.Line{{}, table.Text(table.Dim, text), {}}}
}

// sameEnd returns with how many frames both stacks end, if that is worth
// leaving them out: the first frame always stays.
func sameEnd(frames, above []alloc.Frame) int {
	const worth = 3
	n := 0
	for n < len(frames)-1 && n < len(above) &&
		frames[len(frames)-1-n] == above[len(above)-1-n] {
		n++
	}
	if n < worth {
		return 0
	}
	return n
}

// trimmed returns frames without those that tell nothing: of the allocator at
// the beginning, and at the end how the runtime starts a goroutine and package
// testing a benchmark. A stack of nothing else is left whole.
func trimmed(frames []alloc.Frame) []alloc.Frame {
	begin, end := 0, len(frames)
	for begin < end && inRuntime(frames[begin]) {
		begin++
	}
	for end > begin && (inRuntime(frames[end-1]) || inTesting(frames[end-1])) {
		end--
	}
	if begin == end {
		return frames
	}
	return frames[begin:end]
}

func inTesting(f alloc.Frame) bool { return symbol.Parse(f.Func).Package == "testing" }

func inRuntime(frame alloc.Frame) bool {
	pkg := symbol.Parse(frame.Func).Package
	return pkg == "runtime" || strings.HasPrefix(pkg, "internal/runtime/")
}
