package diary

import (
	"fmt"
	"strings"
)

// summaryColumns are the columns of a summary.
var summaryColumns = []string{"case, allocs/op", "published", "as one writes it", "wring fix",
	"by hand, with the kit", "its time"}

// Summarize returns a Markdown table with one row for each of the named cases,
// taken from the table that document holds: the objects per operation of each
// version, and the time of the one written by hand divided by the naive one's.
func Summarize(document string, names ...string) (string, error) {
	_, table, _, err := cutTable(document)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString(line(summaryColumns))
	text.WriteString("|" + strings.Repeat("---|", len(summaryColumns)) + "\n")
	for _, name := range names {
		row := []string{name, "", "", "", "", ""}
		found := false
		for of, cells := range tableCells(table) {
			if of == name {
				found = true
				summarize(row, cells)
			}
		}
		if !found {
			return "", fmt.Errorf("casebook: the document has no case %q", name)
		}
		text.WriteString(line(row))
	}
	return text.String(), nil
}

// summarize puts a row of the long table into the row of its case. Versions
// besides the usual ones are left out.
func summarize(row, cells []string) {
	version, _, _ := strings.Cut(cells[1], ":")
	objects, time := cells[2], cells[5]
	switch version {
	case "published":
		row[1] = objects
	case Naive:
		row[2] = objects
	case "wring fix":
		row[3] = objects
	case Tuned:
		row[4], row[5] = objects, time
	}
}
