package bench

import (
	"fmt"
	"io"
	"strings"
)

// Table prints a Markdown table row by row, so that a long measurement shows
// how far it is.
type Table struct {
	w       io.Writer
	columns int
}

// NewTable prints the head of a table to w.
func NewTable(w io.Writer, titles ...string) *Table {
	t := &Table{w: w, columns: len(titles)}
	t.Row(titles...)
	fmt.Fprintln(w, strings.Repeat("|---", len(titles))+"|")
	return t
}

// Row prints cells; what lacks is empty.
func (t *Table) Row(cells ...string) {
	line := make([]string, t.columns)
	copy(line, cells)
	fmt.Fprintln(t.w, "| "+strings.Join(line, " | ")+" |")
}

// End prints the empty line after the table.
func (t *Table) End() { fmt.Fprintln(t.w) }

// Count returns n in decimal, in groups of three digits.
func Count[T int | uint64](n T) string {
	s := fmt.Sprint(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// FirstLine returns the first line of s that is not blank.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
