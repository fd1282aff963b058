package report

import (
	"fmt"
	"io"
	"math"

	"github.com/wring-go/wring/casebook/load/generator"
)

// Again writes what two runs of the same load on the same server differ by. What
// two servers differ by means something only if it is more than that.
func Again(w io.Writer, a, b *generator.Result) error {
	p := printer{w: w}
	p.line("A/A: the same load twice, interleaved; whatever differs is noise")
	p.line("%-22s %12s %12s %9s", "", "first", "second", "apart")
	rateA, rateB := a.Rate(a.Completed), b.Rate(b.Completed)
	p.line("%-22s %12.1f %12.1f %9s", "completed per second", rateA, rateB, apart(rateA, rateB))
	for _, q := range Quantiles() {
		first, second := &a.FromIntended, &b.FromIntended
		if a.Model == "closed" {
			first, second = &a.FromSent, &b.FromSent
		}
		if !a.Believable(q.Q) || !b.Believable(q.Q) {
			p.line("%-22s %12s %12s %9s", "latency "+q.Name, "refused", "refused", "")
			continue
		}
		x, y := first.Quantile(q.Q), second.Quantile(q.Q)
		p.line("%-22s %12s %12s %9s", "latency "+q.Name, Duration(x), Duration(y),
			apart(float64(x), float64(y)))
	}
	p.line("%-22s %12.2f %12.2f %9s", "generator CPU, s", a.CPU, b.CPU, apart(a.CPU, b.CPU))
	return p.err
}

// apart returns by how much two figures differ, of the smaller one.
func apart(a, b float64) string {
	if a <= 0 || b <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*(math.Max(a, b)/math.Min(a, b)-1))
}
