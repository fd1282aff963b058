package text

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

func orUnknownType(typ string) string {
	if typ == "" {
		return "a type that is not known"
	}
	return typ
}

// heading writes the title of a part of the story.
func (p *page) heading(text string) {
	p.blank()
	p.line(table.Text(table.Bold, text))
}

// cause writes the name of the cause, what it means if that is not told yet, and
// what is special here.
func (p *page) cause(f *alloc.Finding, told map[string]bool) {
	p.blank()
	title, paragraph := "", ""
	if p.opt.Page != nil {
		title, paragraph = p.opt.Page(f.Cause)
	}
	if told[f.Cause] {
		paragraph = ""
	}
	told[f.Cause] = true
	l := table.Text(table.Magenta, known(f.Cause))
	if title != "" {
		l = l.Add(table.Plain, ": "+title)
	}
	p.line(l)
	indent := table.Text(table.Plain, "  ")
	p.prose(indent, table.Plain, paragraph)
	p.prose(indent, table.Bold, f.Note)
	elsewhere := f.Leaf.Func != f.Func || f.Leaf.Line != f.Line
	if f.Leaf.Func != "" && elsewhere && f.Note == "" {
		p.line(indent.Add(table.Plain, "allocated in "+symbol.Short(f.Leaf.Func)+"  ").
			Add(table.Dim, at(treeOf(f).short(f.Leaf.File), f.Leaf.Line)))
	}
	if len(f.Techniques) > 0 {
		p.prose(indent, table.Plain, "could help: "+strings.Join(f.Techniques, ", "))
	}
}

// rateRows is how many benchmarks are listed for a site.
const rateRows = 8

// amounts writes what one operation of each benchmark allocates here.
func (p *page) amounts(f *alloc.Finding) {
	p.firstUseHere(f)
	if !p.scale.perOp || len(p.Benchmarks) < 2 || len(f.PerOp) == 0 {
		return // the title has said it
	}
	rates := slices.Clone(f.PerOp)
	slices.SortStableFunc(rates, func(a, b alloc.PerOp) int {
		return cmp.Or(cmp.Compare(b.Objects, a.Objects), cmp.Compare(b.Bytes, a.Bytes))
	})
	shown := rates[:min(len(rates), rateRows)]
	t := table.Table{Indent: 2, Columns: []table.Column{
		{Title: "per operation of", Min: 16},
		{Title: "objects", Right: true},
		{Title: "bytes", Right: true},
	}}
	names := p.sectionNames()
	weights := make([]weight, len(shown))
	for i, rate := range shown {
		weights[i] = weight{objects: rate.Objects, bytes: rate.Bytes}
	}
	for i, figure := range figures(weights) {
		full := shown[i].Benchmark
		name := table.Text(table.Plain, cmp.Or(names[full], full))
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{name, figure[0], figure[1]}})
	}
	p.blank()
	p.table(t)
	p.more(len(rates)-len(shown), "benchmark", "")
}

// sectionNames returns how benchmarks are shown, by full name.
func (p *page) sectionNames() map[string]string {
	names := make(map[string]string)
	for _, b := range p.Benchmarks {
		names[b.FullName()] = section(b)
	}
	return names
}

func (p *page) firstUseHere(f *alloc.Finding) {
	if f.FirstUse == 0 {
		return
	}
	p.line(table.Text(table.Dim, "  first use: "+table.Integer(f.FirstUse)+" of "+
		count(f.Objects, "object")+", not in the figures per operation"))
}

// more tells that a list was cut.
func (p *page) more(hidden int, noun, with string) {
	if hidden > 0 {
		p.line(table.Text(table.Dim, "  … and "+count(uint64(hidden), "more "+noun)+with))
	}
}
