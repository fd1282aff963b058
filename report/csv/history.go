package csv

import (
	"encoding/csv"
	"io"

	"github.com/wring-go/wring/alloc"
)

// History writes h to w: one line for each commit and benchmark, and one
// without a benchmark for a commit that could not be measured.
func History(w io.Writer, h alloc.History) error {
	rows := [][]string{{"commit", "date", "go", "benchmark", "objects", "objects_low",
		"objects_high", "bytes", "changed", "failure"}}
	for _, c := range h.Commits {
		changed := map[string]bool{}
		for _, b := range c.Changed {
			changed[b.Benchmark] = true
		}
		if c.Failure != "" {
			rows = append(rows, []string{c.Commit, c.Date, "", "", "", "", "", "", "", c.Failure})
		}
		for _, b := range c.Benchmarks {
			mark := ""
			if changed[b.Benchmark] {
				mark = "yes"
			}
			rows = append(rows, []string{c.Commit, c.Date, c.Go, b.Benchmark, decimal(b.Objects),
				decimal(b.Low), decimal(b.High), decimal(b.Bytes), mark, ""})
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}
