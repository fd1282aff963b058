package text

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/plot"
	"github.com/wring-go/wring/service/poolsim"
)

// Pool writes what a setting of a connection pool costs.
func Pool(w io.Writer, r poolsim.Report, opt Options) error {
	var b strings.Builder
	fmt.Fprintf(&b, "load      %d queries, arrivals %s at %.4g a second; query %s, connect %s\n",
		r.Load.N, r.Load.Arrivals, r.Load.PerSecond(), r.Load.Query, r.Load.Connect)
	fmt.Fprintf(&b, "model     database/sql of Go %s; %d seeds, 95 %% of the runs in brackets\n",
		r.Release, r.Runs)
	if len(r.Goals) > 0 {
		poolAdvice(&b, r)
	}
	fmt.Fprintf(&b, "setting   %s\n\n", poolSetting(r.Setting))
	poolFigures(&b, r.Summary)
	if len(r.Sweep) > 0 {
		poolSweep(&b, r.Sweep)
	}
	b.WriteByte('\n')
	b.WriteString(PoolChart(r).Text(min(max(opt.Width, 60), 100), 14))
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func poolAdvice(b *strings.Builder, r poolsim.Report) {
	var names []string
	for _, g := range r.Goals {
		names = append(names, g.String())
	}
	fmt.Fprintf(b, "asked     %s: connects %s, wait p99 %s\n", poolSetting(r.Asked.Setting),
		counted(r.Asked.Connects), seconds(r.Asked.Wait.P99))
	if !r.Advice.Found {
		fmt.Fprintf(b, "goal      %s: no setting of those tried keeps it; the one below comes "+
			"nearest\n", strings.Join(names, ", "))
		return
	}
	fmt.Fprintf(b, "goal      %s: the setting below is the cheapest of %d tried that keeps it\n",
		strings.Join(names, ", "), len(r.Advice.Tried))
}

// poolSetting writes a setting as the calls that make it.
func poolSetting(s poolsim.Setting) string {
	open := "no limit"
	if s.MaxOpen > 0 {
		open = strconv.Itoa(s.MaxOpen)
	}
	text := fmt.Sprintf("MaxOpen %s, MaxIdle %d", open, s.MaxIdle)
	if s.MaxLifetime > 0 {
		text += fmt.Sprintf(", MaxLifetime %v", s.MaxLifetime)
	}
	if s.MaxIdleTime > 0 {
		text += fmt.Sprintf(", MaxIdleTime %v", s.MaxIdleTime)
	}
	return text
}

func poolFigures(b *strings.Builder, s poolsim.Summary) {
	row := func(name, value string) { fmt.Fprintf(b, "%-24s %s\n", name, value) }
	row("connects", counted(s.Connects))
	row("closed, MaxIdle", counted(s.MaxIdle))
	row("closed, MaxIdleTime", counted(s.IdleTime))
	row("closed, MaxLifetime", counted(s.Lifetime))
	row("waits", counted(s.WaitCount))
	row("wait p50", seconds(s.Wait.P50))
	row("wait p99", seconds(s.Wait.P99))
	row("wait max", seconds(s.Wait.Max))
	row("connect or wait, p99", seconds(s.Delay.P99))
	row("open at most", counted(s.PeakOpen))
	row("open on average", counted(s.MeanOpen))
}

func poolSweep(b *strings.Builder, sweep []poolsim.Summary) {
	fmt.Fprintf(b, "\n%-44s %20s %18s %12s %12s\n", "setting", "connects", "waits", "wait p99",
		"wait max")
	for _, s := range sweep {
		fmt.Fprintf(b, "%-44s %20s %18s %12s %12s\n", poolSetting(s.Setting), counted(s.Connects),
			counted(s.WaitCount), duration(s.Wait.P99.Median), duration(s.Wait.Max.Median))
	}
}

func counted(i poolsim.Interval) string {
	if i.Low == i.High {
		return fmt.Sprintf("%.4g", i.Median)
	}
	return fmt.Sprintf("%.4g [%.4g, %.4g]", i.Median, i.Low, i.High)
}

func seconds(i poolsim.Interval) string {
	if i.Low == i.High {
		return duration(i.Median)
	}
	return fmt.Sprintf("%s [%s, %s]", duration(i.Median), duration(i.Low), duration(i.High))
}

// duration writes seconds with three digits.
func duration(s float64) string {
	d := time.Duration(s * float64(time.Second))
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit).String()
}

// PoolChart returns the course of a pool over time.
func PoolChart(r poolsim.Report) plot.Chart {
	open, busy := plot.Line{Name: "connections open"}, plot.Line{Name: "in use"}
	connects := plot.Line{Name: fmt.Sprintf("connects in %s", duration(r.Course.Step))}
	for _, p := range r.Course.Points {
		for line, y := range map[*plot.Line]float64{&open: float64(p.Open),
			&busy: float64(p.Busy), &connects: float64(p.Connects)} {
			line.X, line.Y = append(line.X, p.Seconds), append(line.Y, y)
		}
	}
	return plot.Chart{Title: poolSetting(r.Setting), X: "seconds", Y: "connections",
		Lines: []plot.Line{open, busy, connects}}
}
