package csv

import (
	"encoding/csv"
	"fmt"
	"io"

	"github.com/wring-go/wring/service/accesslog"
)

// AccessComparison writes two logs side by side: one line for each route, those
// that only one log has with the verdict "gone" or "came", and after an empty line
// what became of the lines of each log. Times are in seconds; low and high bound
// the difference.
func AccessComparison(w io.Writer, c accesslog.Comparison) error {
	out := csv.NewWriter(w)
	rows := [][]string{{c.New.By, "verdict", "old_count", "new_count"}}
	for _, figure := range []string{"mean", "p50", "p99"} {
		for _, column := range []string{"old", "new", "low", "high", "p", "verdict"} {
			rows[0] = append(rows[0], figure+"_"+column)
		}
	}
	for _, r := range c.Routes {
		row := []string{r.Name, string(r.Verdict), fmt.Sprint(r.Old.Count), fmt.Sprint(r.New.Count)}
		for _, d := range []accesslog.Difference{r.Mean, r.P50, r.P99} {
			for _, v := range []float64{d.Old, d.New, d.Low, d.High, d.P} {
				row = append(row, fmt.Sprintf("%.9g", v))
			}
			row = append(row, string(d.Verdict))
		}
		rows = append(rows, row)
	}
	for i := range c.Gone {
		rows = append(rows, oneSided(&c.Gone[i], "gone"))
	}
	for i := range c.Came {
		rows = append(rows, oneSided(&c.Came[i], "came"))
	}
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	rows = [][]string{{"log", "lines", "kind", "count", "first_file", "first_line", "first_text"}}
	rows = append(rows, accessLines("old", c.Old)...)
	return out.WriteAll(append(rows, accessLines("new", c.New)...))
}

// oneSided is the line of a route that one log does not have: the columns of that
// log, and those of the difference, are empty.
func oneSided(r *accesslog.Route, verdict string) []string {
	row := []string{r.Name, verdict, "", ""}
	side := 0
	if verdict == "came" {
		side = 1
	}
	row[2+side] = fmt.Sprint(r.Count)
	for _, v := range []float64{r.Mean(), r.Quantile(0.5), r.Quantile(0.99)} {
		cells := make([]string, 6)
		cells[side] = fmt.Sprintf("%.9g", v)
		row = append(row, cells...)
	}
	return row
}

func accessLines(log string, rep accesslog.Report) [][]string {
	rows := [][]string{{log, fmt.Sprint(rep.Lines), "booked", fmt.Sprint(rep.Booked), "", "", ""}}
	for _, k := range rep.NotUnderstood {
		rows = append(rows, []string{log, "", k.Kind, fmt.Sprint(k.Count), k.First.File,
			fmt.Sprint(k.First.Line), k.First.Text})
	}
	return rows
}
