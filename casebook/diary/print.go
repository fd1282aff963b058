package diary

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText writes t for a terminal.
func WriteText(w io.Writer, t Table) error {
	rows := [][]string{columns}
	for _, c := range t.Cases {
		rows = append(rows, c.rows()...)
	}
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", t.heading())
	for i, row := range rows {
		if i > 0 && row[0] != "" {
			text.WriteByte('\n')
		}
		line := ""
		for column, cell := range row {
			line += cell + strings.Repeat(" ", widths[column]-utf8.RuneCountInString(cell)+2)
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for _, note := range t.notes() {
		text.WriteString("\n" + note)
	}
	_, err := io.WriteString(w, text.String()+"\n")
	return err
}

// WriteMarkdown writes t for a document. What Compare reads is written
// here and nowhere else.
func WriteMarkdown(w io.Writer, t Table) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", wrap(t.heading(), ""))
	text.WriteString(line(columns) + "|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, c := range t.Cases {
		for _, row := range c.rows() {
			text.WriteString(line(row))
		}
	}
	for i, note := range t.notes() {
		if i == 0 {
			text.WriteByte('\n')
		}
		text.WriteString(wrap("- "+note, "  ") + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// line returns a row of a Markdown table.
func line(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

func (t Table) heading() string {
	text := strings.TrimPrefix(t.Go, "go")
	text = fmt.Sprintf("Go %s on %s/%s.", text, t.GOOS, t.GOARCH)
	if t.Rounds == 0 {
		return text
	}
	return text + fmt.Sprintf(" Objects and bytes are exact. Time and processor time are divided"+
		" by those of the naive version in the same round: the median of %d rounds, and in"+
		" brackets its 95 %% confidence interval.", t.Rounds)
}

func (t Table) notes() []string {
	var all []string
	for _, c := range t.Cases {
		for _, note := range c.Notes {
			all = append(all, c.Name+": "+note)
		}
		if c.Skipped != "" {
			all = append(all, c.Name+": not measured: "+c.Skipped)
		}
	}
	return all
}

// wrap breaks text into lines of at most 100 columns; all but the first begin
// with indent.
func wrap(text, indent string) string {
	var out strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > 100:
			out.WriteString("\n" + indent)
			column = len(indent)
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += n
	}
	return out.String()
}
