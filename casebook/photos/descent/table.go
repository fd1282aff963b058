package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/wring-go/wring/casebook/photos/visit"
	"github.com/wring-go/wring/kit/appendfmt"
)

// write writes the table as Markdown.
func write(w io.Writer, way way) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %d processors for the service, the database and the visitors, load "+
		"average\nbefore the run %s. %s users, %s posts, %s comments. Each score took %.0f s at "+
		"least.\n\n", way.Go, way.Processors, way.Load, number(way.Data.Users),
		number(way.Data.Posts), number(way.Data.Comments), way.Seconds)
	fmt.Fprintf(&out, "The last version has %.0f times the score of the first, and %.0f times the "+
		"points per second of\nprocessor time. The same version measured twice, at the beginning "+
		"and in the end:\n\n| version | scores apart | points per CPU second apart |\n"+
		"|---|--:|--:|\n",
		way.Last.Score/way.First.Score, way.Last.PerCPU/way.First.PerCPU)
	for _, v := range []struct {
		name string
		a, b figures
	}{{"first", way.First, way.FirstAgain}, {"last", way.Last, way.LastAgain}} {
		fmt.Fprintf(&out, "| %s | %.1f %% | %.1f %% |\n", v.name,
			visit.Apart([]float64{v.a.Score, v.b.Score}),
			visit.Apart([]float64{v.a.PerCPU, v.b.PerCPU}))
	}
	out.WriteString("\n| step | what | score | points per CPU second | first with only it | " +
		"last without it |\n|---|---|--:|--:|--:|--:|\n")
	fmt.Fprintf(&out, "| | the first version | %s | %s | | |\n", number(int(way.First.Score)),
		number(int(way.First.PerCPU)))
	for _, t := range way.Steps {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s |\n", t.Name, t.Title,
			number(int(t.After.Score)), number(int(t.After.PerCPU)), ratios(t.Alone, way.First),
			ratios(t.Without, way.Last))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// ratios returns how a version compares with another: the scores, and the points
// per second of processor time.
func ratios(a, b figures) string {
	return fmt.Sprintf("%.2f, %.2f", a.Score/b.Score, a.PerCPU/b.PerCPU)
}

func number(n int) string { return string(appendfmt.Thousands(nil, int64(n), ",")) }

// The lines between which the document holds the table.
const (
	beginTable = "<!-- photos: go run ./casebook/photos/descent -update -->"
	endTable   = "<!-- end of photos -->"
)

// replaceTable puts the table into the document.
func replaceTable(path string, way way) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(old), beginTable+"\n")
	_, after, ok2 := strings.Cut(rest, endTable)
	if !ok1 || !ok2 {
		return fmt.Errorf("%s has no lines %q and %q", path, beginTable, endTable)
	}
	var table strings.Builder
	if err := write(&table, way); err != nil {
		return err
	}
	text := before + beginTable + "\n\n" + table.String() + "\n" + endTable + after
	return os.WriteFile(path, []byte(text), 0o666)
}
