package text

import (
	"fmt"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// profiled reports whether the figures of p are of profiles whose sampling is
// known.
func (p *page) profiled() bool {
	for _, f := range p.Sites {
		if f.Sampled != nil {
			return true
		}
	}
	return false
}

// timed reports whether a CPU profile is among what was read.
func (p *page) timed() bool {
	for _, f := range p.Sites {
		if f.Sampled != nil && f.Sampled.CPU.Value > 0 {
			return true
		}
	}
	return false
}

// onlyTime sorts by time where nothing else is known.
func (p *page) onlyTime() {
	for _, f := range p.Sites {
		if f.Objects > 0 {
			return
		}
	}
	if p.timed() {
		p.opt.Sort = "cpu"
	}
}

// interval returns in which interval the share of a group is, by the figure that
// the table is sorted by.
func (p *page) interval(g *group) string {
	var all, one alloc.Sampled
	for i := range p.Sites {
		if s := p.Sites[i].Sampled; s != nil {
			all = all.Plus(*s)
		}
	}
	for _, f := range g.sites {
		if f.Sampled != nil {
			one = one.Plus(*f.Sampled)
		}
	}
	e := one.Of(all, all.CPU)
	switch p.opt.Sort {
	case "bytes":
		return span(e.Bytes)
	case "cpu":
		return span(e.CPU)
	}
	return span(e.Objects)
}

// span prints the limits of a share.
func span(e *alloc.Estimate) string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf("%s–%s", percent(e.Low, 1), percent(e.High, 1))
}

// percent prints a share, which may be less than 0, with some decimals and
// without its sign.
func percent(share float64, places int) string {
	return fmt.Sprintf("%.*f", places, 100*share)
}

// estimate prints a share with its limits.
func estimate(e *alloc.Estimate) string {
	if e.Low == e.High {
		return percent(e.Value, 1) + " %"
	}
	return fmt.Sprintf("%s %% (%s to %s)", percent(e.Value, 1), percent(e.Low, 1),
		percent(e.High, 1))
}

// Share prints what of a share is known, in a few words: "12.3 % of objects, 8.0 %
// of bytes".
func Share(s alloc.Portion) string {
	return shares(s, func(e *alloc.Estimate) string { return percent(e.Value, 1) + " %" })
}

func shares(s alloc.Portion, show func(*alloc.Estimate) string) string {
	var parts []string
	for _, of := range []struct {
		what string
		e    *alloc.Estimate
	}{{"objects", s.Objects}, {"bytes", s.Bytes}, {"CPU time", s.CPU}} {
		if of.e != nil {
			parts = append(parts, show(of.e)+" of "+of.what)
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// cpuTime prints nanoseconds of CPU.
func cpuTime(ns float64) string {
	if ns == 0 {
		return "-"
	}
	return time.Duration(ns).Round(time.Millisecond).String()
}

// production writes what profiles of a running program say of the rewrites: what
// all of them remove, what benchmarks and tests reach, and what was not found.
func (p *page) production(rep alloc.FixReport) {
	pr := rep.Production
	if pr == nil {
		return
	}
	p.blank()
	p.line(table.Text(table.Bold, "production").Add(table.Dim, "  "+p.heldBy(pr)))
	p.prose(table.Text(table.Plain, "  "), table.Plain,
		"lines of these packages allocate "+shares(pr.Own, estimate))
	if len(rep.Accepted()) > 0 {
		p.prose(table.Text(table.Green, "  "), table.Green,
			"all rewrites remove "+shares(pr.Removed, estimate))
	}
	p.prose(table.Text(table.Plain, "  "), table.Plain, p.coverageOf(pr))
	p.linesTable(pr.Unreached)
	p.lost(pr.Lost)
}

func (p *page) heldBy(pr *alloc.Production) string {
	var parts []string
	if pr.Total.Objects.Value > 0 {
		parts = append(parts, table.Integer(uint64(pr.Total.Objects.Value))+" objects",
			table.Integer(uint64(pr.Total.Bytes.Value))+" bytes")
	}
	if pr.CPUTime > 0 {
		parts = append(parts, fmt.Sprintf("%.1f s of CPU", pr.CPUTime))
	}
	return plural(len(pr.Sources), "profile") + ": " + strings.Join(parts, ", ")
}

// coverageOf says how much of production's own lines is reached.
func (p *page) coverageOf(pr *alloc.Production) string {
	e, what := pr.Reached.Bytes, "bytes"
	if e == nil {
		e, what = pr.Reached.CPU, "time below the allocator"
	}
	if e == nil {
		return "production allocates nothing at lines of these packages"
	}
	text := fmt.Sprintf("your benchmarks and tests reach %s of production's %s at these lines",
		estimate(e), what)
	switch len(pr.Unreached) {
	case 0:
		return text
	case 1:
		return text + "; this line is reached by none:"
	}
	return text + "; these lines are reached by none:"
}

// linesTable writes lines of production.
func (p *page) linesTable(lines []alloc.ProductionLine) {
	if len(lines) == 0 {
		return
	}
	t := table.Table{Indent: 4, Columns: []table.Column{
		{Title: "share", Right: true}, {Title: "of"}, {Title: "where", Min: 20, KeepEnd: true},
		{Min: 20}}}
	for _, l := range lines {
		e, what := l.Share.Bytes, "bytes"
		if e == nil {
			e, what = l.Share.CPU, "CPU time"
		}
		if e == nil {
			continue
		}
		where := at(l.File, l.Line)
		if l.Line == 0 {
			where = l.File
		}
		source := l.Source
		if source == "" {
			source = "in " + symbol.Short(l.Func)
		}
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			table.Text(table.Plain, percent(e.Value, 1)+" %"), table.Text(table.Dim, what),
			table.Text(table.Plain, where), table.Text(table.Dim, source)}})
	}
	p.table(t)
}

// lost names the lines of the profiled build that the sources do not have any
// more.
func (p *page) lost(list []alloc.Lost) {
	for i, l := range list {
		if i == listed {
			p.line(table.Text(table.Yellow, "! … and "+
				plural(len(list)-listed, "more line")+" not found: -json shows all"))
			return
		}
		p.prose(table.Text(table.Yellow, "! "), table.Plain, fmt.Sprintf(
			"line %d of %s in the profiled build is not found (%s): %s", l.Line,
			symbol.Short(l.Func), l.Reason, Share(l.Share)))
	}
}
