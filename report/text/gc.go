package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wring-go/wring/collector"
	"github.com/wring-go/wring/internal/plot"
	"github.com/wring-go/wring/internal/table"
)

// GC writes what the collector costs a program, and would cost it.
func GC(w io.Writer, r collector.Report, opt Options) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s; medians of the runs, their range in brackets\n\n", r.Target, r.Go)
	width := max(opt.Width, 100)
	knee := -1
	if r.Knee >= 0 {
		knee = r.Knee
	}
	gcTable(&b, append(append([]collector.Point(nil), r.Points...), r.Others...), knee, width,
		r.Rewritten())
	for _, p := range r.Asked {
		note := ""
		if p.Outside {
			note = ", beyond what was tried"
		}
		fmt.Fprintf(&b, "predicted %v: %s of the CPU, at most %s%s\n", p.Setting,
			share(p.Share), size(p.Peak), note)
	}
	gcSites(&b, r)
	if r.NotLives != "" {
		fmt.Fprintf(&b, "\nwhat outlives a cycle is not known: %s\n", r.NotLives)
	}
	gcLives(&b, r.Lives)
	if chart := GCChart(r); len(chart.Lines[0].X) > 1 {
		fmt.Fprintf(&b, "\n%s", chart.Text(min(width, 100), 12))
	}
	b.WriteByte('\n')
	for _, a := range r.Advice {
		fmt.Fprintf(&b, "- %s (%s)\n", a.Text, a.Evidence)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// gcTable writes a row for each setting. rewritten is what wring fix would make of the
// first of them, or nil.
func gcTable(b *strings.Builder, points []collector.Point, knee, width int,
	rewritten []collector.Interval) {
	t := table.Table{Width: width, Columns: []table.Column{{Title: "setting"},
		{Title: "GC of CPU", Right: true}, {Title: "peak memory", Right: true},
		{Title: "CPU", Right: true}, {Title: "cycles", Right: true},
		{Title: "live", Right: true}, {Title: "allocated/s", Right: true},
		{Title: "pause p99", Right: true}, {Title: ""}}}
	if rewritten != nil {
		t.Columns = slices.Insert(t.Columns, 2, table.Column{Title: "after wring fix", Right: true})
	}
	for i, p := range points {
		note := ""
		if i == knee {
			note = "knee"
		}
		texts := []string{p.Setting.String(), share(p.Share), size(p.Peak),
			duration(p.CPU.Median), fmt.Sprintf("%.0f", p.Cycles.Median),
			mebibytes(p.Live.Median), collector.Bytes(int64(p.Rate.Median)),
			duration(p.P99.Median), note}
		if rewritten != nil {
			after := ""
			if i < len(rewritten) {
				after = fmt.Sprintf("%.1f %%", 100*rewritten[i].Median)
			}
			texts = slices.Insert(texts, 2, after)
		}
		var cells []table.Line
		for _, text := range texts {
			cells = append(cells, table.Text(table.Plain, text))
		}
		t.Rows = append(t.Rows, table.Row{Cells: cells})
	}
	for _, line := range t.Lines() {
		fmt.Fprintln(b, strings.TrimRight(line.Render(false), " "))
	}
}

func gcSites(b *strings.Builder, r collector.Report) {
	if r.Skipped != "" {
		fmt.Fprintf(b, "\nwhich lines allocate is not known: %s\n", r.Skipped)
	}
	if len(r.Sites) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%8s %8s  where, and what wring fix would try\n", "bytes", "objects")
	for _, s := range r.Sites {
		technique := ""
		if len(s.Techniques) > 0 {
			technique = "  <- " + strings.Join(s.Techniques, ", ")
		}
		fmt.Fprintf(b, "%6.1f %% %6.1f %%  %s %s%s\n", 100*s.Bytes, 100*s.Objects, s.Place, s.Type,
			technique)
	}
}

func share(i collector.Interval) string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*i.Median, 100*i.Low, 100*i.High)
}

func size(i collector.Interval) string {
	return fmt.Sprintf("%s [%s, %s]", collector.Bytes(int64(i.Median)),
		collector.Bytes(int64(i.Low)), collector.Bytes(int64(i.High)))
}

// mebibytes writes a size of which only whole mebibytes are known.
func mebibytes(v float64) string {
	if v < 1<<20 {
		return "<1MiB"
	}
	return collector.Bytes(int64(v))
}

// GCChart returns the curve: the collector's share of the CPU over peak memory.
func GCChart(r collector.Report) plot.Chart {
	lines := []plot.Line{{Name: "share of CPU with GOGC rising"}}
	for i, points := range [][]collector.Point{r.Points, r.Others} {
		if i == 1 && len(points) > 0 {
			lines = append(lines, plot.Line{Name: "with the other collector"})
		}
		for _, p := range points {
			if p.Setting.Limit > 0 || p.Setting.GOGC < 0 {
				continue
			}
			l := &lines[i]
			l.X = append(l.X, p.Peak.Median/(1<<20))
			l.Y = append(l.Y, 100*p.Share.Median)
			l.Low = append(l.Low, 100*p.Share.Low)
			l.High = append(l.High, 100*p.Share.High)
		}
	}
	if after := r.Rewritten(); after != nil {
		l := plot.Line{Name: "after wring fix, at best"}
		for i, p := range r.Points {
			if p.Setting.Limit > 0 || p.Setting.GOGC < 0 {
				continue
			}
			l.X = append(l.X, p.Peak.Median/(1<<20))
			l.Y = append(l.Y, 100*after[i].Median)
			l.Low = append(l.Low, 100*after[i].Low)
			l.High = append(l.High, 100*after[i].High)
		}
		lines = append(lines, l)
	}
	return plot.Chart{Title: r.Target, X: "peak memory, MiB", Y: "% of CPU", Lines: lines}
}

// GCLive writes what the collector of a process costs.
func GCLive(w io.Writer, l collector.Live) error {
	var b strings.Builder
	row := func(name, format string, values ...any) {
		fmt.Fprintf(&b, "%-22s %s\n", name, fmt.Sprintf(format, values...))
	}
	fmt.Fprintf(&b, "%s, %s\n", l.Source, duration(l.Seconds))
	if l.Share >= 0 {
		row("GC of CPU", "%.1f %%", 100*l.Share)
	}
	row("cycles a second", "%.3g, %.3g of them forced", l.Cycles, l.Forced)
	row("pause p99, longest", "%s, %s", duration(l.P99), duration(l.Longest))
	row("live heap, goal", "%s, %s", collector.Bytes(int64(l.Live)), collector.Bytes(int64(l.Goal)))
	row("allocated a second", "%s", collector.Bytes(int64(l.Rate)))
	if l.Memory > 0 {
		row("memory", "%s", collector.Bytes(int64(l.Memory)))
	}
	for _, a := range l.Advice {
		fmt.Fprintf(&b, "- %s (%s)\n", a.Text, a.Evidence)
	}
	gcLives(&b, l.Heap)
	_, err := io.WriteString(w, b.String())
	return err
}
