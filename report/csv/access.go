package csv

import (
	"encoding/csv"
	"fmt"
	"io"

	"github.com/wring-go/wring/service/accesslog"
)

// Access writes what a log says: one line for each route, and after an empty
// line one for each kind of line that was not booked. Times are in seconds.
func Access(w io.Writer, rep accesslog.Report) error {
	out := csv.NewWriter(w)
	rows := [][]string{{rep.By, "count", "seconds", "mean", "p50", "p90", "p99", "max", "bytes",
		"1xx", "2xx", "3xx", "4xx", "5xx", "other", "304", "errors"}}
	for i := range rep.Routes {
		r := &rep.Routes[i]
		row := []string{r.Name, fmt.Sprint(r.Count)}
		for _, v := range []float64{r.Seconds(), r.Mean(), r.Quantile(0.5), r.Quantile(0.9),
			r.Quantile(0.99), r.Quantile(1)} {
			row = append(row, fmt.Sprintf("%.9g", v))
		}
		for _, n := range []uint64{r.Bytes, r.Status[1], r.Status[2], r.Status[3], r.Status[4],
			r.Status[5], r.Status[0], r.Same, r.Failed()} {
			row = append(row, fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	rows = [][]string{{"lines", "kind", "count", "first_file", "first_line", "first_text"},
		{fmt.Sprint(rep.Lines), "booked", fmt.Sprint(rep.Booked), "", "", ""}}
	for _, k := range rep.NotUnderstood {
		rows = append(rows, []string{"", k.Kind, fmt.Sprint(k.Count), k.First.File,
			fmt.Sprint(k.First.Line), k.First.Text})
	}
	return out.WriteAll(rows)
}
