package text

import (
	"fmt"
	"io"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// Why describes the sites of rep, which are those that the user asked about;
// rep's benchmarks are all that were measured, so that shares can be given. It
// fails only if w does.
func Why(w io.Writer, rep alloc.Report, opt Options) error {
	opt.By = "line"
	p := newPage(rep, opt)
	p.header()
	if len(p.Sites) == 0 {
		p.blank()
		p.line(table.Text(table.Plain, "nothing is allocated there"))
	}
	told := make(map[string]bool)
	for _, g := range p.lines() {
		p.place(g, told)
	}
	p.blank()
	p.balance()
	p.warnings()
	p.nextAfterWhy()
	return p.flush(w)
}

// lines returns the sites of p by line of source, heaviest first. Unlike in the
// table, sites that weigh nothing are among them.
func (p *page) lines() []*group {
	var list []*group
	byPlace := make(map[string]*group)
	for i := range p.Sites {
		f := &p.Sites[i]
		g := byPlace[place(f)]
		if g == nil {
			g = &group{label: place(f)}
			byPlace[g.label] = g
			list = append(list, g)
		}
		g.weight = g.weight.plus(p.scale.site(f))
		g.sites = append(g.sites, f)
	}
	p.sort(list)
	return list
}

// siteRows is how many sites of a line are listed, siteStories how many of them
// are printed in full, and siteStacks how many stacks of each when there are
// several. A line that calls half of the standard library has dozens.
const (
	siteRows    = 20
	siteStories = 3
	siteStacks  = 2
	soleStacks  = 5
)

// place tells the story of a line. Each cause is explained once.
func (p *page) place(g *group, told map[string]bool) {
	p.blank()
	p.title(g)
	p.excerpt(g)
	if len(g.sites) == 1 {
		p.site(g.sites[0], told, soleStacks)
		return
	}
	p.siteTable(g)
	shown := g.sites[:min(len(g.sites), siteStories)]
	for _, f := range shown {
		p.blank()
		p.line(table.Text(table.Dim, "── "+f.ID+" ").Add(table.Cyan, known(f.Type)))
		p.site(f, told, siteStacks)
	}
	if len(g.sites) > len(shown) {
		p.blank()
		p.more(len(g.sites)-len(shown), "site", ": wring why ID tells about each")
	}
}

// site tells the story of one site.
func (p *page) site(f *alloc.Finding, told map[string]bool, stacks int) {
	p.cause(f, told)
	p.amounts(f)
	p.sizes(f)
	p.flow(f)
	p.proposals(f, told)
	p.advised([]alloc.Finding{*f}, 1)
	p.stacks(f, stacks)
}

// title writes place, function and id of a line, and below it how much of what.
func (p *page) title(g *group) {
	f := g.sites[0]
	right := g.id()
	left := table.Text(table.Bold, place(f)).Add(table.Plain, "  "+known(symbol.Short(f.Func)))
	room := p.opt.Width - right.Width() - 2
	p.line(left.Cut(room).Pad(room, false).Add(table.Plain, "  ").Join(right))

	w, all := g.weight, p.scale.all(p.Report)
	figure := figures([]weight{w})[0]
	l := figure[0].Add(table.Plain, " "+p.scale.title("objects")+", ").
		Join(figure[1]).Add(table.Plain, " "+p.scale.title("bytes"))
	if len(g.sites) == 1 {
		l = l.Add(table.Plain, " of ").Add(table.Cyan, orUnknownType(f.Type))
	}
	p.line(l)
	p.line(table.Text(table.Yellow, table.Bar(w.objects/all.objects, barWidth)).
		Pad(barWidth, false).
		Add(table.Plain, fmt.Sprintf("  %s of all objects, %s of all bytes",
			table.Percent(w.objects, all.objects), table.Percent(w.bytes, all.bytes))))
}

// siteTable lists the sites of a line.
func (p *page) siteTable(g *group) {
	t := table.Table{Indent: 2, Columns: []table.Column{
		{Title: "id"},
		{Title: p.scale.title("objects"), Right: true},
		{Title: p.scale.title("bytes"), Right: true},
		{Title: "type", Min: 6},
		{Title: "cause", Min: 9},
		{Title: "allocated in", Min: 8},
	}}
	shown := g.sites[:min(len(g.sites), siteRows)]
	weights := make([]weight, len(shown))
	for i, f := range shown {
		weights[i] = p.scale.site(f)
	}
	for i, figure := range figures(weights) {
		f := shown[i]
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			table.Text(table.Dim, f.ID),
			figure[0],
			figure[1],
			table.Text(table.Cyan, p.typeName(f)),
			table.Text(table.Magenta, known(f.Cause)),
			table.Text(table.Plain, symbol.Short(f.Leaf.Func)),
		}})
	}
	p.blank()
	p.table(t)
	p.more(len(g.sites)-len(shown), "site", "")
}

// nextAfterWhy writes commands that lead on from a story.
func (p *page) nextAfterWhy() {
	if len(p.Sites) == 0 || p.Sites[0].Cause == "" {
		return
	}
	p.blank()
	p.line(table.Text(table.Dim, "→ ").Add(table.Bold, "wring help "+p.Sites[0].Cause).
		Add(table.Dim, "  when it is fine, and what helps"))
}
