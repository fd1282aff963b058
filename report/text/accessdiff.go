package text

import (
	"fmt"
	"io"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
	"github.com/wring-go/wring/service/accesslog"
)

// AccessComparison writes two logs side by side, the routes that take most time
// first.
func AccessComparison(w io.Writer, c accesslog.Comparison, opt AccessOptions) error {
	p := newPage(alloc.Report{}, opt.Options)
	for _, side := range []struct {
		name string
		rep  accesslog.Report
	}{{"old: ", c.Old}, {"new: ", c.New}} {
		p.line(table.Text(table.Bold, side.name+accessFormats(side.rep)).Add(table.Plain,
			fmt.Sprintf(": %s lines, %s booked", table.Integer(side.rep.Lines),
				table.Integer(side.rep.Booked))))
		p.accessKinds(side.rep)
	}
	p.blank()
	p.accessChanges(c, opt.Top)
	for _, list := range []struct {
		title  string
		routes []accesslog.Route
	}{{"only in the old log", c.Gone}, {"only in the new log", c.Came}} {
		for i := range list.routes {
			r := &list.routes[i]
			p.line(table.Text(table.Dim, list.title+": ").Add(table.Plain, fmt.Sprintf(
				"%s, %s times, %s in the mean", r.Name, table.Integer(r.Count), Seconds(r.Mean()))))
		}
	}
	p.line(table.Text(table.Dim, fmt.Sprintf("Intervals hold the difference with 95 %% "+
		"confidence; verdicts are at %.3g, corrected for their number.", c.Alpha)))
	return p.flush(w)
}

func (p *page) accessChanges(c accesslog.Comparison, top int) {
	t := table.Table{Columns: []table.Column{{Title: "verdict"}, {Title: "count", Right: true},
		{Title: "mean", Right: true}, {Title: "difference", Right: true},
		{Title: "p50", Right: true}, {Title: "p99", Right: true},
		{Title: "difference", Right: true, Optional: true}, {Title: "route", Min: 20}}}
	rows := c.Routes
	if top > 0 && len(rows) > top {
		rows = rows[:top]
	}
	for _, r := range rows {
		style := map[accesslog.Verdict]table.Style{accesslog.Slower: table.Red,
			accesslog.Faster: table.Green}[r.Verdict]
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			table.Text(style, string(r.Verdict)),
			table.Text(table.Plain, table.Integer(r.Old.Count)+"→"+table.Integer(r.New.Count)),
			table.Text(table.Plain, fromTo(r.Mean)), table.Text(table.Plain, interval(r.Mean)),
			table.Text(table.Plain, fromTo(r.P50)), table.Text(table.Plain, fromTo(r.P99)),
			table.Text(table.Plain, interval(r.P99)), table.Text(table.Plain, r.Name)}})
	}
	p.table(t)
	if n := len(c.Routes) - len(rows); n > 0 {
		p.line(table.Text(table.Dim, fmt.Sprintf("and %d more: -top 0 shows all", n)))
	}
}

func fromTo(d accesslog.Difference) string { return Seconds(d.Old) + "→" + Seconds(d.New) }

// interval writes where the difference lies.
func interval(d accesslog.Difference) string { return signed(d.Low) + ".." + signed(d.High) }

func signed(s float64) string {
	if s < 0 {
		return "-" + Seconds(-s)
	}
	return "+" + Seconds(s)
}
