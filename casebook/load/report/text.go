// Package report shows what the generator found: as text, and as a picture of
// the latency over time.
package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/histogram"
)

// Quantiles returns the quantiles that are shown, with their names.
func Quantiles() []Quantile {
	return []Quantile{{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1}}
}

// Quantile is a share of requests with its name.
type Quantile struct {
	Name string
	Q    float64
}

// Text writes r for a terminal.
func Text(w io.Writer, r *generator.Result) error {
	p := printer{w: w}
	p.line("%s model, %.1f s counted", r.Model, r.Seconds)
	if r.Machines > 1 {
		p.line("from %d machines", r.Machines)
	}
	p.line("")
	p.counts(r)
	p.line("")
	if r.Model == "closed" {
		p.closed(r)
	} else {
		p.open(r)
	}
	p.steps(r.Steps)
	p.problems(r)
	p.processors(r)
	return p.err
}

// printer keeps the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func (p *printer) counts(r *generator.Result) {
	for _, c := range []struct {
		name string
		n    uint64
		note string
	}{
		{"intended", r.Intended, ""}, {"sent", r.Sent, ""}, {"completed", r.Completed, ""},
		{"failed", r.Failed, ""},
		{"dropped", r.Dropped, "   (due, but too many were under way; raise -limit)"},
	} {
		if r.Model == "closed" && (c.name == "intended" || c.name == "dropped") {
			continue // a closed model has no intended times
		}
		if c.n == 0 {
			c.note = ""
		}
		p.line("%-10s %10d %12.1f/s%s", c.name, c.n, r.Rate(c.n), c.note)
	}
}

func (p *printer) closed(r *generator.Result) {
	p.line("latency     from sending")
	for _, q := range Quantiles() {
		p.line("%-10s %13s", q.Name, Duration(r.FromSent.Quantile(q.Q)))
	}
	p.line("mean       %13s", Duration(r.FromSent.Mean()))
	p.line("\nA closed model asks a server less while it stalls. What people see who come")
	p.line("whether or not it stalls is shown by the open model (-rate).")
}

func (p *printer) open(r *generator.Result) {
	if !r.Believable(0.5) {
		p.line("latency: refused. The generator sent its requests late, by %s in the middle,",
			Duration(r.Late.Quantile(0.5)))
		p.line("which is %.0f %% of the median latency of %s; it may be 5 %%. Use a smaller rate,",
			100*r.Lateness(0.5), Duration(r.FromSent.Quantile(0.5)))
		p.line("a machine with less other work, or several generators.")
	} else {
		p.line("latency    from intended  from sending  generator late")
		for _, q := range Quantiles() {
			p.quantile(r, q)
		}
		p.line("mean       %13s %13s %15s", Duration(r.FromIntended.Mean()),
			Duration(r.FromSent.Mean()), Duration(r.Late.Mean()))
	}
	p.line("\ngenerator late by p50 %s, p99 %s, max %s", Duration(r.Late.Quantile(0.5)),
		Duration(r.Late.Quantile(0.99)), Duration(r.Late.Max()))
}

func (p *printer) quantile(r *generator.Result, q Quantile) {
	late := Duration(r.Late.Quantile(q.Q))
	if !r.Believable(q.Q) {
		p.line("%-10s %13s %13s %15s   late by more than 5 %%", q.Name, "refused", "refused", late)
		return
	}
	p.line("%-10s %13s %13s %15s", q.Name, Duration(r.FromIntended.Quantile(q.Q)),
		Duration(r.FromSent.Quantile(q.Q)), late)
}

func (p *printer) steps(steps []generator.StepResult) {
	if len(steps) == 0 {
		return
	}
	p.line("\n%-28s %10s %8s %10s %10s %10s", "step", "requests", "failed", "p50", "p99", "max")
	for i := range steps {
		s := &steps[i]
		p.line("%-28s %10d %8d %10s %10s %10s", s.Name, s.Latency.Count(), s.Failed,
			quantile(&s.Latency, 0.5), quantile(&s.Latency, 0.99), quantile(&s.Latency, 1))
	}
}

func quantile(h *histogram.Histogram, q float64) string { return Duration(h.Quantile(q)) }

func (p *printer) problems(r *generator.Result) {
	if len(r.Status) > 1 || len(r.Status) == 1 && r.Status["200"] == 0 {
		p.line("")
		for _, status := range slices.Sorted(maps.Keys(r.Status)) {
			p.line("status %s  %12d", status, r.Status[status])
		}
	}
	if len(r.Errors) == 0 {
		return
	}
	p.line("\nerrors (their times are in the latencies: those who waited for them did wait)")
	names := slices.SortedFunc(maps.Keys(r.Errors), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Errors[b], r.Errors[a]), cmp.Compare(a, b))
	})
	for _, name := range names[:min(len(names), 10)] {
		p.line("%10d  %s", r.Errors[name], name)
	}
}

func (p *printer) processors(r *generator.Result) {
	if r.Sent == 0 {
		return
	}
	each := func(seconds float64) string {
		return fmt.Sprintf("%.1f µs", seconds*1e6/float64(r.Sent))
	}
	p.line("\nprocessor time: generator %.2f s, %s per request", r.CPU, each(r.CPU))
	if r.ServerCPU > 0 {
		p.line("                server    %.2f s, %s per request", r.ServerCPU, each(r.ServerCPU))
	}
}

// Duration returns d with three digits, in a unit that suits it.
func Duration(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d)
	case d < time.Millisecond:
		return digits(float64(d)/1e3) + " µs"
	case d < time.Second:
		return digits(float64(d)/1e6) + " ms"
	}
	return digits(d.Seconds()) + " s"
}

func digits(f float64) string {
	switch {
	case f < 9.995:
		return fmt.Sprintf("%.2f", f)
	case f < 99.95:
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.0f", f)
}
