package text

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// labelTable writes what was allocated by the labels of goroutines: per request
// where requests were counted, and each row with what weighs most in it.
func (p *page) labelTable() {
	if p.Labels == nil {
		return
	}
	p.blank()
	title := "by " + strings.Join(p.Labels.Keys, ", ")
	if log := p.Labels.Requests; log != nil {
		title += ", with the " + count(log.Requests, "request") + " of " + log.File
	}
	p.line(table.Text(table.Bold, title))
	rows := p.labelRows()
	shown := rows
	if p.opt.Top > 0 && len(rows) > p.opt.Top {
		shown = rows[:p.opt.Top]
	}
	p.table(p.labelGrid(shown))
	if hidden := len(rows) - len(shown); hidden > 0 {
		p.line(table.Text(table.Dim, "    … and "+count(uint64(hidden), "more row")+
			": -top 0 shows all"))
	}
	p.labelSum()
}

// labelRows returns the rows, heaviest first; what has no label comes last.
func (p *page) labelRows() []alloc.Labelled {
	rows := slices.Clone(p.Labels.Rows)
	if len(rows) < 2 {
		return rows
	}
	rest := rows[1:]
	if p.opt.Sort == "bytes" {
		slices.SortStableFunc(rest, func(a, b alloc.Labelled) int {
			switch {
			case a.Bytes > b.Bytes:
				return -1
			case a.Bytes < b.Bytes:
				return 1
			}
			return 0
		})
	}
	return append(rest, rows[0])
}

func (p *page) labelGrid(rows []alloc.Labelled) table.Table {
	t := table.Table{Columns: []table.Column{
		{Title: "share", Right: true},
		{Title: "objects", Right: true, Optional: true},
		{Title: "bytes", Right: true, Optional: true},
	}, Indent: 2, Hang: 9}
	if p.Labels.Requests != nil {
		t.Columns = append(t.Columns, table.Column{Title: "requests", Right: true},
			table.Column{Title: "objects/request", Right: true},
			table.Column{Title: "bytes/request", Right: true})
	}
	t.Columns = append(t.Columns, table.Column{Title: strings.Join(p.Labels.Keys, ", "), Min: 20})
	var all weight
	for _, r := range p.Labels.Rows {
		all = all.plus(weight{objects: float64(r.Objects), bytes: float64(r.Bytes)})
	}
	sites := map[string]*alloc.Finding{}
	for i := range p.Sites {
		sites[p.Sites[i].ID] = &p.Sites[i]
	}
	for _, r := range rows {
		own := weight{objects: float64(r.Objects), bytes: float64(r.Bytes)}
		cells := []table.Line{
			table.Text(table.Bold, table.Percent(own.by(p.opt.Sort), all.by(p.opt.Sort))),
			table.Text(table.Plain, table.Integer(r.Objects)),
			table.Text(table.Plain, table.Integer(r.Bytes)),
		}
		if p.Labels.Requests != nil {
			cells = append(cells, table.Text(table.Plain, table.Integer(r.Requests)),
				p.perRequest(r, r.ObjectsPerRequest), p.perRequest(r, r.BytesPerRequest))
		}
		t.Rows = append(t.Rows, table.Row{
			Cells: append(cells, table.Text(table.Plain, labelText(r.LabelSet))),
			Below: p.labelDetails(r, sites),
		})
	}
	return t
}

// perRequest formats a figure of one request; of what has no requests there is none.
func (p *page) perRequest(r alloc.Labelled, figure float64) table.Line {
	if r.Requests == 0 || len(r.Labels) == 0 {
		return table.Text(table.Dim, "-")
	}
	return table.Text(table.Plain, table.Decimal(figure, 1))
}

// labelText names a set of labels.
func labelText(set alloc.LabelSet) string {
	switch {
	case set.Other:
		return "(other)"
	case len(set.Labels) == 0:
		return "(no label)"
	case len(set.Labels) == 1:
		return set.Labels[0].Value
	}
	var words []string
	for _, l := range set.Labels {
		words = append(words, l.Key+"="+l.Value)
	}
	return strings.Join(words, " ")
}

// labelled is how many types, causes and sites are shown of a row.
const labelled = 3

// labelDetails returns what stands below a row: causes, types, and the heaviest
// site, in objects of one request or in all.
func (p *page) labelDetails(r alloc.Labelled, sites map[string]*alloc.Finding) []table.Line {
	if r.Objects == 0 {
		return nil
	}
	lines := []table.Line{
		p.shares("causes ", table.Magenta, r, r.Causes),
		p.shares("types  ", table.Cyan, r, r.Types),
	}
	if len(r.Sites) > 0 && sites[r.Sites[0].Site] != nil {
		f := sites[r.Sites[0].Site]
		l := table.Text(table.Dim, "most   ").Add(table.Plain, p.figure(r, r.Sites[0].Objects)+" ")
		lines = append(lines, l.Add(table.Plain, place(f)+" ").Add(table.Dim, f.Source))
	}
	return lines
}

func (p *page) shares(title string, style table.Style, r alloc.Labelled,
	list []alloc.Share) table.Line {
	l := table.Text(table.Dim, title)
	for i, s := range list {
		if i == labelled {
			return l.Add(table.Dim, " +"+table.Integer(uint64(len(list)-labelled)))
		}
		if i > 0 {
			l = l.Add(table.Dim, ", ")
		}
		l = l.Add(table.Plain, p.figure(r, s.Objects)+" ").Add(style, known(s.Name))
	}
	return l
}

// figure formats a number of objects of a row: of one request where there are any.
func (p *page) figure(r alloc.Labelled, objects uint64) string {
	if r.Requests == 0 || len(r.Labels) == 0 {
		return table.Integer(objects)
	}
	return table.Decimal(float64(objects)/float64(r.Requests), 1)
}

// labelSum writes whether the rows hold all that was booked, and all requests.
func (p *page) labelSum() {
	var objects, bytes, requests, booked, bookedBytes uint64
	for _, r := range p.Labels.Rows {
		objects += r.Objects
		bytes += r.Bytes
		requests += r.Requests
	}
	for _, b := range p.Benchmarks {
		booked += b.Objects
		bookedBytes += b.Bytes
	}
	mark, style := "✓ ", table.Green
	log := p.Labels.Requests
	if objects != booked || bytes != bookedBytes || log != nil && requests != log.Requests {
		mark, style = "✗ ", table.Red
	}
	text := "all rows: " + table.Integer(objects) + " of " + table.Integer(booked) + " objects, " +
		table.Integer(bytes) + " of " + table.Integer(bookedBytes) + " bytes"
	if log != nil {
		text += ", " + table.Integer(requests) + " of " + count(log.Requests, "request")
		if log.NotUnderstood > 0 {
			text += "; " + count(log.NotUnderstood, "line") + " of the log not understood"
		}
	}
	p.prose(table.Text(style, mark), style, text)
}
