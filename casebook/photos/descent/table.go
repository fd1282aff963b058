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
		"average before\nthe run %s. %s users, %s posts, %s comments. Each score took %.0f s at "+
		"least. The last version\nhas %.0f times the score of the first. The same version twice: "+
		"the first %.1f %% apart, the last\n%.1f %%.\n\n", way.Go, way.Processors, way.Load,
		number(way.Data.Users), number(way.Data.Posts), number(way.Data.Comments), way.Seconds,
		way.Last/way.First, visit.Apart([]float64{way.First, way.FirstAgain}),
		visit.Apart([]float64{way.Last, way.LastAgain}))
	out.WriteString("| step | what | score | ratio to the one before | " +
		"the first version with only it | ratio to the first | the last version without it | " +
		"ratio to the last |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	fmt.Fprintf(&out, "| | the first version | %s | | | | | |\n", number(int(way.First)))
	before := way.First
	for _, t := range way.Steps {
		fmt.Fprintf(&out, "| %s | %s | %s | %.2f | %s | %.2f | %s | %.2f |\n", t.Name, t.Title,
			number(int(t.Score)), t.Score/before, number(int(t.Alone)), t.Alone/way.First,
			number(int(t.Without)), t.Without/way.Last)
		before = t.Score
	}
	_, err := io.WriteString(w, out.String())
	return err
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
