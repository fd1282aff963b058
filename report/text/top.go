package text

import (
	"io"
	"strconv"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// Top writes rep as a table: what allocates most, of what type and why, whether
// the books balance, and what to type next. It fails only if w does or if opt
// asks for what it does not know.
func Top(w io.Writer, rep alloc.Report, opt Options) error {
	p := newPage(rep, opt)
	p.onlyTime()
	groups, weightless, err := p.groups()
	if err != nil {
		return err
	}
	p.header()
	p.blank()
	p.rows(groups)
	p.sectionTable()
	p.labelTable()
	p.footer(groups, weightless)
	return p.flush(w)
}

// rows writes the table itself and how much of it is not shown.
func (p *page) rows(groups []*group) {
	if len(groups) == 0 {
		p.line(table.Text(table.Green, "  nothing is allocated").
			Add(table.Green, map[bool]string{true: " per operation"}[p.scale.perOp]))
		return
	}
	shown := groups
	if p.opt.Top > 0 && len(groups) > p.opt.Top {
		shown = groups[:p.opt.Top]
	}
	if p.opt.By == "line" {
		p.table(p.lineTable(shown, total(groups)))
	} else {
		p.table(p.groupTable(shown, total(groups)))
	}
	p.rest(groups, len(shown))
}

func total(groups []*group) weight {
	var sum weight
	for _, g := range groups {
		sum = sum.plus(g.weight)
	}
	return sum
}

// rest tells what the table leaves out.
func (p *page) rest(groups []*group, shown int) {
	hidden := groups[shown:]
	if len(hidden) == 0 {
		return
	}
	sort := p.opt.Sort
	share := table.Percent(total(hidden).by(sort), total(groups).by(sort))
	p.line(table.Text(table.Dim, "    … and "+count(uint64(len(hidden)), "more "+p.opt.By)+
		" with "+share+" of the "+sort+": -top "+strconv.Itoa(len(groups))+" shows all"))
}

// barWidth is the width of the bar of a row that has everything.
const barWidth = 10

// figureColumns are the columns that every table of groups begins with.
func (p *page) figureColumns() []table.Column {
	list := []table.Column{
		{Right: true},
		{Title: "share", Right: true},
		{Optional: true},
		{Title: p.scale.title("objects"), Right: true},
		{Title: p.scale.title("bytes"), Right: true},
	}
	if p.profiled() {
		list[2] = table.Column{Title: "95 %"}
	}
	if p.timed() {
		list = append(list, table.Column{Title: "cpu", Right: true})
	}
	return list
}

// figureCells returns the cells of figureColumns for each group, of which there
// is at least one.
func (p *page) figureCells(groups []*group, all weight) [][]table.Line {
	weights := make([]weight, len(groups))
	for i, g := range groups {
		weights[i] = g.weight
	}
	longest := weights[0].by(p.opt.Sort) // the bars are for comparing the rows
	rows := make([][]table.Line, len(groups))
	for i, figure := range figures(weights) {
		part, whole := weights[i].by(p.opt.Sort), all.by(p.opt.Sort)
		rows[i] = []table.Line{
			table.Text(table.Dim, strconv.Itoa(i+1)),
			table.Text(table.Bold, table.Percent(part, whole)),
			table.Text(table.Yellow, table.Bar(part/longest, barWidth)).Pad(barWidth, false),
			figure[0],
			figure[1],
		}
		if p.profiled() {
			rows[i][2] = table.Text(table.Dim, p.interval(groups[i]))
		}
		if p.timed() {
			rows[i] = append(rows[i], table.Text(table.Plain, cpuTime(weights[i].cpu)))
		}
	}
	return rows
}

// lineTable has two lines for each line of source: what is allocated, and
// below it where and the source itself.
func (p *page) lineTable(groups []*group, all weight) table.Table {
	t := table.Table{Columns: append(p.figureColumns(),
		table.Column{Title: "type", Min: 6},
		table.Column{Title: "cause", Min: 9},
		table.Column{Title: "id", Right: true},
	)}
	t.Hang = len(strconv.Itoa(len(groups))) + 2 // past the rank
	places := p.placeWidth(groups)
	for i, cells := range p.figureCells(groups, all) {
		g := groups[i]
		types := g.distinct(p.typeName)
		causes := g.distinct(func(f *alloc.Finding) string { return known(f.Cause) })
		t.Rows = append(t.Rows, table.Row{
			Cells: append(cells,
				firstOf(table.Cyan, types), firstOf(table.Magenta, causes), g.id()),
			Below: []table.Line{below(g.sites[0], places)},
		})
	}
	return t
}

// typeName returns the type of f. A profile knows no types; without any, there
// is no column for them.
func (p *page) typeName(f *alloc.Finding) string {
	if !p.Exact {
		return f.Type
	}
	return known(f.Type)
}

// placeWidth returns how wide the places below the rows are made, so that the
// sources begin in one column. Of a long path the beginning is cut.
func (p *page) placeWidth(groups []*group) int {
	width := 0
	for _, g := range groups {
		width = max(width, table.Width(table.Clean(place(g.sites[0]))))
	}
	return min(width, p.opt.Width*2/5)
}

// below returns the line that says where a site is. Without its source, the
// function has to do.
func below(f *alloc.Finding, places int) table.Line {
	l := table.Text(table.Plain, table.CutStart(place(f), places)).Pad(places, false)
	l = l.Add(table.Plain, "  ")
	if f.Source == "" {
		return l.Add(table.Dim, "in "+known(symbol.Short(f.Func)))
	}
	return l.Add(table.Dim, f.Source)
}

// firstOf returns the first value and how many more there are.
func firstOf(style table.Style, values []string) table.Line {
	l := table.Text(style, values[0])
	if more := len(values) - 1; more > 0 {
		l = l.Add(table.Dim, " +"+strconv.Itoa(more))
	}
	return l
}

// id returns what the last column shows: the site's id, or how many sites.
func (g *group) id() table.Line {
	if len(g.sites) > 1 {
		return table.Text(table.Dim, count(uint64(len(g.sites)), "site"))
	}
	return table.Text(table.Dim, g.sites[0].ID)
}

// groupTable has one line for each group.
func (p *page) groupTable(groups []*group, all weight) table.Table {
	t := table.Table{Columns: append(p.figureColumns(),
		table.Column{Title: "sites", Right: true},
		table.Column{Title: p.opt.By, Min: 23}, // the longest name of a cause
		table.Column{Title: "most of it at", Min: 12, KeepEnd: true},
	)}
	for i, cells := range p.figureCells(groups, all) {
		g := groups[i]
		label, most := g.label, place(g.sites[0])
		if p.opt.By == "func" {
			label, most = symbol.Short(label), "" // long, and tells the place
		}
		t.Rows = append(t.Rows, table.Row{Cells: append(cells,
			table.Text(table.Dim, table.Integer(uint64(len(g.sites)))),
			table.Text(p.labelStyle(), label),
			table.Text(table.Dim, most),
		)})
	}
	return t
}

func (p *page) labelStyle() table.Style {
	switch p.opt.By {
	case "type":
		return table.Cyan
	case "cause":
		return table.Magenta
	}
	return table.Plain
}
