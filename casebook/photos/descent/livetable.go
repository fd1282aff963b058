package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// writeLed writes the tables of a descent that wring live led, as Markdown.
func writeLed(w io.Writer, d led) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %d processors for the service, the database, the visitors and wring, "+
		"load average\nbefore the run %s. %s users, %s posts, %s comments. Each score and "+
		"each capture\ntook %.3g s at least.\nThe first version, measured twice: %.1f %% apart."+
		"\n\n",
		d.Go, d.Processors, d.Load, number(d.Data.Users), number(d.Data.Posts),
		number(d.Data.Comments), d.Seconds, 100*d.Noise)
	agreed := 0
	for _, l := range d.Looks {
		if l.Agrees {
			agreed++
		}
	}
	fmt.Fprintf(&out, "The first conclusion was the step that gains most in %d of %d versions, or "+
		"one that gains as much\nbut for %.1f %%; the last version has %.1f times the score of "+
		"the first.\n\n", agreed, len(d.Looks), 100*d.Noise, d.Last.Score/d.First.Score)
	out.WriteString("| | first conclusion | at | steps | predicted | measured | gains most | " +
		"by | agrees |\n|--:|---|---|---|--:|--:|---|--:|---|\n")
	for i, l := range d.Looks {
		first := concluded{Code: "none"}
		if len(l.Conclusions) > 0 {
			first = l.Conclusions[0]
		}
		var measured []string
		for _, step := range l.First {
			measured = append(measured, gain(l.Gains[step]))
		}
		fmt.Fprintf(&out, "| %d | %s | %s | %s | %s | %s | %s | %.2f | %s |\n", i+1, first.Code,
			cell(first.Place), cmp.Or(strings.Join(l.First, " or "), "-"), gain(first.Predicted),
			cmp.Or(strings.Join(measured, ", "), "-"), l.Best, l.BestGain,
			map[bool]string{true: "yes", false: "no"}[l.Agrees])
	}
	writeSteps(&out, d)
	_, err := io.WriteString(w, out.String())
	return err
}

// chance is by how many times what two scores of a version differ a step must make
// the service slower to be called that: about a hundred steps are measured.
const chance = 2

// writeSteps writes every open step that conclusions stand for, with what they
// predict together and what it gains; and which of them are false, because the step
// makes the service slower by more than chance does.
func writeSteps(out *strings.Builder, d led) {
	var errors []float64
	var wrong []string
	out.WriteString("\n| version | step | conclusions | predicted | measured |\n" +
		"|--:|---|---|--:|--:|\n")
	for i, l := range d.Looks {
		for _, step := range byPredicted(l.Predicted) {
			var codes []string
			for _, c := range l.Conclusions {
				if c.Step == step && !slices.Contains(codes, c.Code) {
					codes = append(codes, c.Code)
				}
			}
			predicted, measured := l.Predicted[step], l.Gains[step]
			fmt.Fprintf(out, "| %d | %s | %s | %s | %s |\n", i+1, step, strings.Join(codes, ", "),
				gain(predicted), gain(measured))
			errors = append(errors, math.Abs(predicted/measured-1))
			if measured < 1-chance*d.Noise {
				wrong = append(wrong, fmt.Sprintf("%s in version %d (%.2f)", step, i+1, measured))
			}
		}
	}
	if len(errors) > 0 {
		slices.Sort(errors)
		fmt.Fprintf(out, "\nMedian error of a prediction: %.0f %% of the measured gain, over %d "+
			"steps.\n", 100*errors[len(errors)/2], len(errors))
	}
	if len(wrong) > 0 {
		fmt.Fprintf(out, "Slower by more than chance: %s.\n", strings.Join(wrong, ", "))
	} else {
		fmt.Fprintf(out, "No conclusion makes the service slower by more than chance, %.1f %%.\n",
			100*chance*d.Noise)
	}
}

// byPredicted returns the steps of predictions, the largest first.
func byPredicted(gains map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(gains), func(a, b string) int {
		return cmp.Or(cmp.Compare(gains[b], gains[a]), cmp.Compare(a, b))
	})
}

// gain formats a factor; 0 is one that is not known.
func gain(g float64) string {
	if g == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", g)
}

// cell makes text fit for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
