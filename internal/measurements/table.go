package main

import (
	"fmt"
	"io"
	"strings"
)

// table prints a Markdown table row by row, so that a long measurement shows
// how far it is.
type table struct {
	w       io.Writer
	columns int
}

func newTable(w io.Writer, titles ...string) *table {
	t := &table{w: w, columns: len(titles)}
	t.row(titles...)
	fmt.Fprintln(w, strings.Repeat("|---", len(titles))+"|")
	return t
}

// row prints cells; what lacks is empty.
func (t *table) row(cells ...string) {
	line := make([]string, t.columns)
	copy(line, cells)
	fmt.Fprintln(t.w, "| "+strings.Join(line, " | ")+" |")
}

func (t *table) end() { fmt.Fprintln(t.w) }

// count returns n in decimal, in groups of three digits.
func count[T int | uint64](n T) string {
	s := fmt.Sprint(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
