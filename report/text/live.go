package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
	"github.com/wring-go/wring/live"
)

// shownRoutes and shownLines are how much of a capture is shown without -json.
const (
	shownRoutes = 12
	shownLines  = 4
)

// Live writes what a capture shows: the conclusions, then the routes with their
// lines, then what is missing.
func Live(w io.Writer, r live.Report, opt Options) error {
	p := newPage(alloc.Report{}, opt)
	p.prose(table.Text(table.Bold, "wring live: "), table.Plain, liveHeading(r))
	for _, warning := range r.Warnings {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, warning.Text)
	}
	p.blank()
	if len(r.Conclusions) == 0 {
		p.prose(table.Text(table.Bold, "Nothing "), table.Plain,
			"could be concluded from what was seen.")
	}
	for i, c := range r.Conclusions {
		p.conclusion(i+1, c, r)
	}
	p.blank()
	p.liveRoutes(r)
	p.liveLines(r)
	for _, m := range r.Missing {
		p.prose(table.Text(table.Yellow, "- missing: "), table.Plain, m.What+". To add it: "+m.How)
	}
	return p.flush(w)
}

func liveHeading(r live.Report) string {
	t := r.Target
	name := t.Address
	if t.Module != "" {
		name = t.Module + " at " + name
	}
	text := fmt.Sprintf("%s, %s", name, duration(r.Seconds))
	if t.Go != "" {
		text += ", " + t.Go
	}
	if t.Revision != "" {
		text += ", revision " + t.Revision[:min(len(t.Revision), 12)]
		if t.Modified {
			text += " (modified)"
		}
	}
	text += fmt.Sprintf("; %d looks at the goroutines, estimated at %.2f %% of one processor of "+
		"the target (bound %.2g %%)", r.Cost.Looks, 100*r.Cost.Estimate, 100*r.Cost.Bound)
	if r.Cost.Measured >= 0 {
		text += fmt.Sprintf(", all profiles at %.2f %% by its CPU profile", 100*r.Cost.Measured)
	}
	return text + fmt.Sprintf("; wring itself took %.2g s of CPU", r.Cost.Own)
}

// conclusion writes what could be done, how much it saves, and why.
func (p *page) conclusion(n int, c live.Conclusion, r live.Report) {
	whole := max(r.Total.Sampled, 1e-9)
	p.prose(table.Text(table.Bold, fmt.Sprintf("%2d. ", n)).Add(table.Yellow, c.Code+" "),
		table.Cyan, c.Place)
	p.prose(table.Text(table.Plain, "    "), table.Plain, fmt.Sprintf(
		"saves %.0f to %.0f %% of the time of requests (%s to %s): %s", 100*c.Saves[0]/whole,
		100*c.Saves[1]/whole, duration(c.Saves[0]), duration(c.Saves[1]), c.Text))
	if c.Statement != "" {
		p.prose(table.Text(table.Dim, "    "), table.Dim, c.Statement)
	}
	p.prose(table.Text(table.Dim, "    because "), table.Dim, c.Evidence)
	if len(c.Routes) > 0 {
		shown := c.Routes[:min(len(c.Routes), 4)]
		text := strings.Join(shown, ", ")
		if more := len(c.Routes) - len(shown); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		p.prose(table.Text(table.Dim, "    in "), table.Dim, text)
	}
	p.prose(table.Text(table.Dim, "    try "), table.Plain, c.Command)
	for _, o := range c.Also {
		p.prose(table.Text(table.Dim, "    or ").Add(table.Yellow, o.Code+" "), table.Plain,
			fmt.Sprintf("%s: it would save %.0f to %.0f %% of the same: %s", o.Place,
				100*o.Saves[0]/whole, 100*o.Saves[1]/whole, o.Text))
	}
}

func (p *page) liveRoutes(r live.Report) {
	t := table.Table{Columns: []table.Column{{Title: "seconds", Right: true},
		{Title: "seen", Right: true}, {Title: "count", Right: true},
		{Title: "running", Right: true}, {Title: "query", Right: true},
		{Title: "pool", Right: true}, {Title: "lock", Right: true}, {Title: "net", Right: true},
		{Title: "other", Right: true}, {Title: "stmts", Right: true, Optional: true},
		{Title: "objects", Right: true, Optional: true}, {Title: "route", Min: 12}}}
	rows := append([]live.Route{r.Total}, r.Routes...)
	rows = rows[:min(len(rows), 1+shownRoutes)]
	for _, l := range rows {
		t.Rows = append(t.Rows, liveRow(l))
	}
	p.table(t)
	if more := len(r.Routes) - shownRoutes; more > 0 {
		p.prose(table.Text(table.Dim, "  "), table.Dim, fmt.Sprintf("%d more routes; -json has all",
			more))
	}
	p.blank()
}

// liveRow is a route with the parts of its time as percentages.
func liveRow(l live.Route) table.Row {
	part := func(s float64) table.Line {
		if l.Sampled <= 0 || s <= 0 {
			return table.Text(table.Dim, "-")
		}
		return table.Text(table.Plain, fmt.Sprintf("%.0f %%", 100*s/l.Sampled))
	}
	count, name := "-", l.Route
	statements, objects := "", "" // a column of which nothing is known is left out
	if l.Count > 0 {
		count = table.Integer(uint64(l.Count))
	}
	if l.Statements >= 0 {
		statements = fmt.Sprintf("%.3g", l.Statements)
	}
	if l.Objects > 0 {
		objects = short(int64(l.Objects + 0.5))
		if !l.Exact {
			objects = "~" + objects
		}
	}
	if l.By == "handler" {
		name += " (handler)"
	}
	return table.Row{Cells: []table.Line{table.Text(table.Bold, fmt.Sprintf("%.3g", l.Seconds)),
		table.Text(table.Dim, fmt.Sprintf("%.3g", l.Sampled)), table.Text(table.Plain, count),
		part(l.OnCPU), part(l.InQuery), part(l.PoolWait), part(l.LockWait), part(l.Network),
		part(l.Other), table.Text(table.Plain, statements), table.Text(table.Plain, objects),
		table.Text(table.Cyan, name)}}
}

// liveLines writes the lines at which all requests were most.
func (p *page) liveLines(r live.Report) {
	shown := r.Total.Lines[:min(len(r.Total.Lines), 2*shownLines)]
	if len(shown) == 0 {
		return
	}
	p.line(table.Text(table.Bold, "Where requests were:"))
	for _, l := range shown {
		p.prose(table.Text(table.Bold, fmt.Sprintf("%6.1f %% ", 100*l.Seconds/
			max(r.Total.Sampled, 1e-9))).Add(table.Yellow, fmt.Sprintf("%-10s ", l.State)),
			table.Plain, fmt.Sprintf("%s %s:%d", l.Func,
				l.File[strings.LastIndexByte(l.File, '/')+1:], l.Line))
		if l.Detail != "" {
			p.prose(table.Text(table.Dim, "         "), table.Dim, l.Detail)
		}
	}
	p.blank()
}

// LiveDiff writes two captures side by side.
func LiveDiff(w io.Writer, d live.Diff, opt Options) error {
	p := newPage(alloc.Report{}, opt)
	p.prose(table.Text(table.Bold, "wring live: "), table.Plain, fmt.Sprintf(
		"%s before, %s after", duration(d.Seconds[0]), duration(d.Seconds[1])))
	for _, warning := range d.Warnings {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, warning.Text)
	}
	p.blank()
	t := table.Table{Columns: []table.Column{{Title: "verdict"}, {Title: "before", Right: true},
		{Title: "after", Right: true}, {Title: "conclusion", Min: 30}}}
	for _, c := range d.Conclusions {
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			table.Text(liveStyle(c.Verdict), c.Verdict),
			table.Text(table.Plain, fmt.Sprintf("%.1f %%", 100*c.Part[0])),
			table.Text(table.Plain, fmt.Sprintf("%.1f %%", 100*c.Part[1])),
			table.Text(table.Yellow, c.Code+" ").Add(table.Cyan, c.Place)}})
	}
	p.table(t)
	p.blank()
	t = table.Table{Columns: []table.Column{{Title: "verdict"}, {Title: "requests", Right: true},
		{Title: "mean", Right: true}, {Title: "in queries", Right: true},
		{Title: "objects", Right: true}, {Title: "route", Min: 8}}}
	for _, c := range d.Routes {
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			table.Text(liveStyle(c.Verdict), c.Verdict),
			table.Text(table.Plain, short(c.Count[0])+" → "+short(c.Count[1])),
			table.Text(table.Plain, duration(c.Mean[0])+" → "+duration(c.Mean[1])),
			table.Text(table.Plain, fmt.Sprintf("%.0f → %.0f %%", 100*c.InQuery[0],
				100*c.InQuery[1])),
			table.Text(table.Plain, short(int64(c.Objects[0]))+" → "+short(int64(c.Objects[1]))),
			table.Text(table.Cyan, c.Route)}})
	}
	p.table(t)
	return p.flush(w)
}

func liveStyle(verdict string) table.Style {
	switch verdict {
	case live.Solved, live.Better:
		return table.Green
	case live.Worse, live.Appears:
		return table.Red
	}
	return table.Plain
}
