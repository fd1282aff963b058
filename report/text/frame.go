package text

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// header writes what was measured, with what, and how far to trust it.
func (p *page) header() {
	l := table.Text(table.Bold, cmp.Or(p.Module, "no module"))
	for _, part := range []string{p.Go, strings.Trim(p.GOOS+"/"+p.GOARCH, "/"), p.measured()} {
		if part != "" {
			l = l.Add(table.Dim, "  "+part)
		}
	}
	if p.Exact {
		l = l.Add(table.Green, "  exact")
	} else {
		l = l.Add(table.Yellow, "  SAMPLED")
	}
	p.line(l)
	if p.scale.perOp && len(p.Benchmarks) > 1 {
		p.line(table.Text(table.Dim, "figures are for one operation of each benchmark, added up"))
	}
}

// measured names the only section, or counts them.
func (p *page) measured() string {
	switch len(p.Benchmarks) {
	case 0:
		return "nothing measured"
	case 1:
		b := p.Benchmarks[0]
		if b.N > 1 {
			return section(b) + " × " + table.Integer(b.N)
		}
		return section(b)
	}
	packages := make(map[string]bool)
	for _, b := range p.Benchmarks {
		packages[b.Package] = true
	}
	sections := count(uint64(len(p.Benchmarks)), sections(p.Report))
	if len(packages) == 1 {
		return sections
	}
	return sections + " in " + count(uint64(len(packages)), "package")
}

// sectionRows is how many sections are listed.
const sectionRows = 5

// sectionTable lists the heaviest sections when there are several.
func (p *page) sectionTable() {
	if len(p.Benchmarks) < 2 {
		return
	}
	list := slices.Clone(p.Benchmarks)
	slices.SortStableFunc(list, func(a, b alloc.Benchmark) int {
		return cmp.Compare(p.scale.section(b).by(p.opt.Sort), p.scale.section(a).by(p.opt.Sort))
	})
	list, hidden := list[:min(len(list), sectionRows)], list[min(len(list), sectionRows):]
	t := table.Table{Columns: []table.Column{
		{},
		{Title: sections(p.Report), Min: 16},
		{Title: "operations", Right: true, Optional: true},
		{Title: p.scale.title("objects"), Right: true},
		{Title: p.scale.title("bytes"), Right: true},
	}}
	weights := make([]weight, len(list))
	for i, b := range list {
		weights[i] = p.scale.section(b)
	}
	for i, figure := range figures(weights) {
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			p.mark(list[i]),
			table.Text(table.Plain, section(list[i])),
			table.Text(table.Dim, operations(list[i], p.scale)),
			figure[0],
			figure[1],
		}})
	}
	p.blank()
	p.table(t)
	if len(hidden) > 0 {
		more := count(uint64(len(hidden)), "more "+sections(p.Report))
		p.line(table.Text(table.Dim, "    … and "+more))
	}
}

func operations(b alloc.Benchmark, s scale) string {
	if !s.perOp {
		return ""
	}
	return table.Integer(b.N)
}

// mark returns whether the books of b balance, as one character.
func (p *page) mark(b alloc.Benchmark) table.Line {
	switch {
	case !p.Exact:
		return table.Text(table.Yellow, "~")
	case balanced(b):
		return table.Text(table.Green, "✓")
	}
	return table.Text(table.Red, "✗")
}

func balanced(b alloc.Benchmark) bool {
	return b.UnaccountedObjects == 0 && b.UnaccountedBytes == 0
}
