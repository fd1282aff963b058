package markdown

import (
	"bytes"
	"fmt"
	"io"

	"github.com/wring-go/wring/internal/table"
	"github.com/wring-go/wring/service/accesslog"
)

// Access writes what a log says as a table, with what was not booked below it.
func Access(w io.Writer, rep accesslog.Report) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "### wring access: %s lines, %s booked\n\n", table.Integer(rep.Lines),
		table.Integer(rep.Booked))
	for _, warning := range rep.Warnings {
		b.WriteString("> ⚠ " + plain(warning.Text) + "\n\n")
	}
	fmt.Fprintf(&b, "| %s | count | seconds | share | mean | p50 | p90 | p99 | max | bytes | "+
		"errors |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n", rep.By)
	for i := range rep.Routes {
		r := &rep.Routes[i]
		fmt.Fprintf(&b, "| %s | %d | %.4g | %s | %.4g | %.4g | %.4g | %.4g | %.4g | %d | %s |\n",
			plain(r.Name), r.Count, r.Seconds(), table.Percent(r.Seconds(), rep.All.Seconds()),
			r.Mean(), r.Quantile(0.5), r.Quantile(0.9), r.Quantile(0.99), r.Quantile(1), r.Bytes,
			table.Percent(float64(r.Failed()), float64(r.Count)))
	}
	if len(rep.NotUnderstood) > 0 {
		b.WriteString("\n| not booked | lines | first |\n|---|--:|---|\n")
	}
	for _, k := range rep.NotUnderstood {
		fmt.Fprintf(&b, "| %s: %s | %d | %s:%d |\n", k.Kind, k.Explain, k.Count,
			plain(k.First.File), k.First.Line)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// AccessComparison writes two logs side by side.
func AccessComparison(w io.Writer, c accesslog.Comparison) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "### wring access: two logs, %d routes in both\n\n"+
		"| route | count | mean | p50 | p99 | verdict |\n|---|--:|--:|--:|--:|---|\n",
		len(c.Routes))
	for _, r := range c.Routes {
		fmt.Fprintf(&b, "| %s | %d → %d | %s | %s | %s | %s |\n", plain(r.Name), r.Old.Count,
			r.New.Count, accessDifference(r.Mean), accessDifference(r.P50),
			accessDifference(r.P99), r.Verdict)
	}
	for _, list := range []struct {
		title  string
		routes []accesslog.Route
	}{{"went", c.Gone}, {"came", c.Came}} {
		for _, r := range list.routes {
			fmt.Fprintf(&b, "\n%s: %s (%d)\n", list.title, plain(r.Name), r.Count)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func accessDifference(d accesslog.Difference) string {
	return fmt.Sprintf("%.4g → %.4g (%+.2g to %+.2g)", d.Old, d.New, d.Low, d.High)
}
