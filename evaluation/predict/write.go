package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/wring-go/wring/alloc"
)

func firstLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(r).ReadString('\n')
	return strings.TrimSpace(line), err
}

// What a prediction may be off by: a part of what was measured, and points of
// coverage.
const (
	tolerance = 0.1
	points    = 0.05
)

// write prints the table, and returns an error when a promise is broken.
func write(w io.Writer, rows []row) error {
	fmt.Fprintln(w, "| service | rewrites | of | predicted | from exact shares | by profiles | "+
		"off | by books | coverage | by books |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|")
	broken := false
	for _, r := range rows {
		for i, unit := range []string{"objects", "bytes"} {
			off := r.Predicted[i].Value/r.Sampled[i].Value - 1
			broken = broken || !(math.Abs(off) <= tolerance)
			covered, books := "", ""
			if unit == "bytes" {
				covered, books = limits(r.Covered), percent(r.Books)
				broken = broken || math.Abs(r.Books-r.Covered.Value) > points
			}
			fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %s | %+.0f %% | %s | %s | %s |\n", r.Name,
				r.Rewrites, unit, limits(r.Predicted[i]), percent(r.Modelled[i]),
				limits(r.Sampled[i]), 100*off, percent(r.Exact[i]), covered, books)
		}
	}
	if broken {
		return errors.New("a prediction is off by more than a tenth, or the coverage by more " +
			"than 5 points")
	}
	return nil
}

func limits(e alloc.Estimate) string {
	return fmt.Sprintf("%.1f (%.1f to %.1f) %%", 100*e.Value, 100*e.Low, 100*e.High)
}

func percent(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }
