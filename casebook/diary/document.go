package diary

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// The lines between which a document holds the table.
const (
	beginTable = "<!-- casebook: go run ./casebook -update -->"
	endTable   = "<!-- end of casebook -->"
)

// Replace returns document with the table between its marks replaced.
func Replace(document, table string) (string, error) {
	before, _, after, err := cutTable(document)
	if err != nil {
		return "", err
	}
	return before + "\n" + table + after, nil
}

// cutTable returns what is before, between and after the marks; the marks are
// with the outer parts.
func cutTable(document string) (before, table, after string, err error) {
	before, rest, ok1 := strings.Cut(document, beginTable+"\n")
	table, after, ok2 := strings.Cut(rest, endTable)
	if !ok1 || !ok2 {
		return "", "", "", fmt.Errorf("casebook: the document has no lines %q and %q",
			beginTable, endTable)
	}
	return before + beginTable + "\n", table, endTable + after, nil
}

// Compare returns what in the table of a document is no longer so, given a
// table that was measured now; nothing when all is well. It compares all cells
// but those with times and those that vary. Cases that could not be measured
// now are not compared. ok is false when the document was made with another
// release of Go or for another kind of machine, where counts may differ.
func Compare(document string, now Table) (problems []string, ok bool, err error) {
	_, table, _, err := cutTable(document)
	if err != nil {
		return nil, false, err
	}
	if !now.comparable(table) {
		return nil, false, nil
	}
	documented := tableRows(table)
	for _, c := range now.Cases {
		want, had := documented[c.Name]
		delete(documented, c.Name)
		switch {
		case !had:
			problems = append(problems, c.Name+" is not in the document")
		case c.Skipped == "":
			problems = append(problems, differences(c, want)...)
		}
	}
	for name := range documented {
		problems = append(problems, name+" is in the document and no longer a case")
	}
	return problems, true, nil
}

// platform matches the beginning of a table's heading: the release of Go, without
// the last number, which does not change what programs allocate, and the kind of
// machine.
var platform = regexp.MustCompile(`Go (\d+\.\d+)\S* on (\S+/\S+)\.`)

// comparable reports whether a document's table was made with the same release
// and on the same kind of machine.
func (t Table) comparable(table string) bool {
	old, now := platform.FindStringSubmatch(unwrap(table)), platform.FindStringSubmatch(t.heading())
	return old != nil && now != nil && slices.Equal(old[1:], now[1:])
}

func unwrap(text string) string { return strings.Join(strings.Fields(text), " ") }

// tableRows returns the rows of a Markdown table by case, without the times.
func tableRows(table string) map[string][]string {
	rows := make(map[string][]string)
	for name, cells := range tableCells(table) {
		rows[name] = append(rows[name], steady(cells))
	}
	return rows
}

// tableCells yields the cells of each row of a Markdown table with the name of
// the case that the row belongs to. The first cell is empty in all but the
// first row of a case.
func tableCells(table string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		name := ""
		for text := range strings.Lines(table) {
			cells := strings.Split(strings.TrimSuffix(strings.TrimSpace(text), " |"), " | ")
			first, ok := strings.CutPrefix(cells[0], "| ")
			if !ok || len(cells) != len(columns) || first == columns[0] {
				continue
			}
			if first != "" {
				name = first
			}
			cells[0] = first
			if !yield(name, cells) {
				return
			}
		}
	}
}

// varies matches a figure that is not the same in every run.
var varies = regexp.MustCompile(`≈ [\d.,]+`)

// steady returns a row without what varies from run to run.
func steady(cells []string) string {
	return varies.ReplaceAllString(strings.Join(cells[:len(cells)-timed], " | "), "≈")
}

func differences(c Result, documented []string) []string {
	var problems []string
	rows := c.rows()
	for i, row := range rows {
		now := steady(row)
		if i >= len(documented) || documented[i] != now {
			problems = append(problems, fmt.Sprintf("%s: now %q", c.Name, now))
		}
	}
	if len(documented) > len(rows) {
		problems = append(problems, fmt.Sprintf("%s: no longer so: %q", c.Name,
			documented[len(rows):]))
	}
	return problems
}
