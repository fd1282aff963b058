package text

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
	"github.com/wring-go/wring/service/accesslog"
)

// AccessOptions say how to write what an access log says.
type AccessOptions struct {
	Options
	Sort string // seconds, count, mean, p50, p90, p99, max, bytes, errors or route
	Slow int    // single requests to show
}

// Access writes rep for people: what was read, the table, what the slow requests
// have in common, the slowest, and the log over time.
func Access(w io.Writer, rep accesslog.Report, opt AccessOptions) error {
	p := newPage(alloc.Report{}, opt.Options)
	p.accessHeader(rep)
	p.accessKinds(rep)
	if len(rep.Routes) > 0 {
		p.blank()
		p.accessTable(rep, opt)
		p.accessTails(rep, opt)
		p.accessSlowest(rep, opt.Slow)
		p.accessSeries(rep.Series)
	}
	return p.flush(w)
}

// accessHeader says how the log was read.
func (p *page) accessHeader(rep accesslog.Report) {
	p.line(table.Text(table.Bold, accessFormats(rep)))
	l := table.Text(table.Plain, table.Integer(rep.Lines)+" lines, "+
		table.Integer(rep.Booked)+" booked")
	if rep.Filtered > 0 {
		l = l.Add(table.Plain, ", "+table.Integer(rep.Filtered)+" more left out by the filter")
	}
	if rep.Timed {
		l = l.Add(table.Dim, fmt.Sprintf("; quantiles are within %.2g %% of what was logged",
			100*rep.Bound))
	}
	p.line(l)
	for _, w := range rep.Warnings {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, w.Text)
	}
}

// accessFormats names each format once, with the unit of its times.
func accessFormats(rep accesslog.Report) string {
	var list []string
	seen := map[string]bool{}
	for _, f := range rep.Formats {
		s := f.Name
		if f.Timed != "" {
			s += fmt.Sprintf(", %s in %s (%s)", f.Timed, f.Unit, f.Why)
		}
		if !seen[f.Name+f.Unit.String()+f.Timed] {
			list = append(list, s)
		}
		seen[f.Name+f.Unit.String()+f.Timed] = true
	}
	if len(list) == 0 {
		return "unknown format"
	}
	return strings.Join(list, "; ")
}

// accessKinds lists what was not booked, and what was booked and is unusual.
func (p *page) accessKinds(rep accesslog.Report) {
	for _, list := range []struct {
		title string
		kinds []accesslog.Count
	}{{"not booked", rep.NotUnderstood}, {"booked, but", rep.Noted}} {
		for _, k := range list.kinds {
			what := fmt.Sprintf("%s: %s %s", list.title, table.Integer(k.Count), k.Kind)
			first := fmt.Sprintf(" (%s), first at %s:%d: %s", k.Explain, k.First.File,
				k.First.Line, k.First.Text)
			p.line(table.Text(table.Yellow, what).Add(table.Dim, first))
		}
	}
}

func (p *page) accessTable(rep accesslog.Report, opt AccessOptions) {
	t := table.Table{Columns: []table.Column{{Title: "count", Right: true},
		{Title: "time", Right: true}, {Title: "share", Right: true},
		{Title: "mean", Right: true}, {Title: "p50", Right: true}, {Title: "p90", Right: true},
		{Title: "p99", Right: true}, {Title: "max", Right: true},
		{Title: "bytes", Right: true, Optional: true},
		{Title: "2xx", Right: true, Optional: true}, {Title: "3xx", Right: true, Optional: true},
		{Title: "304", Right: true, Optional: true}, {Title: "4xx", Right: true, Optional: true},
		{Title: "5xx", Right: true, Optional: true}, {Title: "errors", Right: true},
		{Title: rep.By, Min: 20}}}
	accesslog.SortRoutes(rep.Routes, opt.Sort)
	shown := rep.Routes
	if opt.Top > 0 && len(shown) > opt.Top {
		shown = shown[:opt.Top]
	}
	for i := range shown {
		t.Rows = append(t.Rows, table.Row{Cells: accessCells(&shown[i], &rep.All, rep.Timed)})
	}
	t.Rows = append(t.Rows, table.Row{Cells: accessCells(&rep.All, &rep.All, rep.Timed)})
	p.table(t)
	if n := len(rep.Routes) - len(shown); n > 0 {
		p.line(table.Text(table.Dim, fmt.Sprintf("and %s more: -top 0 shows all",
			table.Integer(uint64(n)))))
	}
}

func accessCells(r, all *accesslog.Route, timed bool) []table.Line {
	texts := []string{table.Integer(r.Count)}
	if timed {
		texts = append(texts, Seconds(r.Seconds()), table.Percent(r.Seconds(), all.Seconds()),
			Seconds(r.Mean()), Seconds(r.Quantile(0.5)), Seconds(r.Quantile(0.9)),
			Seconds(r.Quantile(0.99)), Seconds(r.Quantile(1)))
	} else {
		texts = append(texts, "-", "-", "-", "-", "-", "-", "-")
	}
	texts = append(texts, Bytes(r.Bytes), table.Integer(r.Status[2]), table.Integer(r.Status[3]),
		table.Percent(float64(r.Same), float64(r.Count)), table.Integer(r.Status[4]),
		table.Integer(r.Status[5]), table.Percent(float64(r.Failed()), float64(r.Count)), r.Name)
	cells := make([]table.Line, len(texts))
	for i, s := range texts {
		cells[i] = table.Text(table.Plain, s)
	}
	return cells
}

// Seconds writes a time with three digits and a unit.
func Seconds(s float64) string {
	switch {
	case s == 0:
		return "0"
	case s < 0.9995e-3:
		return fmt.Sprintf("%.3gµs", s*1e6)
	case s < 0.9995:
		return fmt.Sprintf("%.3gms", s*1e3)
	case s < 1000:
		return fmt.Sprintf("%.3gs", s)
	}
	return table.Integer(uint64(s)) + "s"
}

// Bytes writes a size with three digits and a unit.
func Bytes(n uint64) string {
	f := float64(n)
	for _, unit := range []string{"B", "kB", "MB", "GB"} {
		if f < 999.5 {
			return fmt.Sprintf("%.3g%s", f, unit)
		}
		f /= 1000
	}
	return fmt.Sprintf("%.3gTB", f)
}

// accessTails says what the slow requests of the routes shown have in common.
func (p *page) accessTails(rep accesslog.Report, opt AccessOptions) {
	said := 0
	for i := range rep.Routes {
		r := &rep.Routes[i]
		if r.Tail == nil || said == 5 {
			continue
		}
		if said++; said == 1 {
			p.blank()
			p.line(table.Text(table.Bold, "What the slowest requests have in common"))
		}
		p.line(table.Text(table.Plain, fmt.Sprintf("%s: the %d slowest took %s and more", r.Name,
			r.Tail.Slow, Seconds(r.Tail.Above))))
		for _, c := range r.Tail.Common {
			p.line(table.Text(table.Plain, fmt.Sprintf("  %s of them, %s of all: %s (%.1f times)",
				table.Percent(c.Tail, 1), table.Percent(c.Usual, 1), c.What, c.Lift)))
		}
	}
}

func (p *page) accessSlowest(rep accesslog.Report, n int) {
	if n == 0 || !rep.Timed {
		return
	}
	p.blank()
	p.line(table.Text(table.Bold, "The slowest requests"))
	for _, s := range rep.Slowest[:min(n, len(rep.Slowest))] {
		target := s.Path
		if s.Query != "" {
			target += "?" + s.Query
		}
		p.line(table.Text(table.Plain, fmt.Sprintf("%8s  %d  %s:%d  %s %s",
			Seconds(float64(s.Nanos)/1e9), s.Status, s.File, s.Line, s.Method, target)))
	}
}

// accessSeries draws the log over time in one line per figure.
func (p *page) accessSeries(s accesslog.Series) {
	if len(s.Slots) < 2 {
		return
	}
	p.blank()
	width := max(p.opt.Width-34, 20)
	begin := time.Unix(s.First, 0).UTC()
	end := begin.Add(time.Duration(len(s.Slots)) * time.Duration(s.Width) * time.Second)
	p.line(table.Text(table.Bold, fmt.Sprintf("From %s to %s UTC",
		begin.Format("2006-01-02 15:04:05"), end.Format("2006-01-02 15:04:05"))))
	for _, figure := range accesslog.Figures() {
		points := accesslog.Spread(s.Slots, width, figure)
		top := 0.0
		for _, v := range points {
			top = max(top, v)
		}
		p.line(table.Text(table.Dim, fmt.Sprintf("%-12s", figure.Name)).
			Add(table.Plain, sparks(points, top)).
			Add(table.Dim, "  up to "+figure.Format(top)))
	}
	if k := s.Knee; k != nil {
		p.prose(table.Line{}, table.Yellow, fmt.Sprintf("From %.3g requests at a time on, the "+
			"service does not do more than about %.4g a second: they wait for each other (%s in "+
			"the mean, and %s beyond).", k.Concurrency, k.PerSecond, Seconds(k.Below),
			Seconds(k.Beyond)))
	}
}

// sparks draws values as bars one cell wide.
func sparks(values []float64, top float64) string {
	var b strings.Builder
	for _, v := range values {
		level := 0
		if top > 0 && v > 0 {
			level = 1 + int(v/top*7)
		}
		b.WriteRune([]rune(" ▁▂▃▄▅▆▇█")[min(level, 8)])
	}
	return b.String()
}
