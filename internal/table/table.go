package table

import "slices"

// gap is the number of spaces between two columns.
const gap = 2

// Column says how the cells of a column are laid out.
type Column struct {
	Title string
	Right bool // the cells end, rather than begin, at the same place
	// Min is the width down to which the column may be cut, after those before
	// it; 0 means that it is never cut.
	Min int
	// KeepEnd cuts cells at their beginning, for paths.
	KeepEnd bool
	// Optional columns are left out, the first of them first, when the table
	// does not fit with all other columns at their least width.
	Optional bool
}

// Row is a line of a table and what stands below it.
type Row struct {
	Cells []Line // one per column
	Below []Line // across the columns, cut to the table's width
}

// Table is rows under columns. Cells are never wrapped.
type Table struct {
	Columns []Column
	Rows    []Row
	Width   int // in cells, the indent included
	Indent  int // of the whole
	Hang    int // of what stands below a row, beyond Indent
}

// Lines returns the table laid out, with a line of titles if any column has
// one. No line is wider than Width, unless columns that may not be cut are.
func (t *Table) Lines() []Line {
	widths := t.fit()
	var lines []Line
	if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Title != "" }) {
		lines = append(lines, t.line(t.titles(), widths))
	}
	for _, row := range t.Rows {
		lines = append(lines, t.line(row.Cells, widths))
		for _, below := range row.Below {
			indented := Line{}.Pad(t.Indent+t.Hang, false).Join(below)
			lines = append(lines, indented.Cut(t.Width))
		}
	}
	return lines
}

func (t *Table) titles() []Line {
	titles := make([]Line, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = Text(Dim, c.Title)
	}
	return titles
}

// line lays out cells; a column of width 0 is not shown.
func (t *Table) line(cells []Line, widths []int) Line {
	out := Line{}.Pad(t.Indent, false)
	first := true
	for i, cell := range cells {
		if widths[i] == 0 {
			continue
		}
		if !first {
			out = out.Pad(out.Width()+gap, false)
		}
		first = false
		cut := cell.Cut(widths[i])
		if t.Columns[i].KeepEnd {
			cut = cell.CutStart(widths[i])
		}
		out = out.Join(cut.Pad(widths[i], t.Columns[i].Right))
	}
	return out
}

// fit returns the widths of the columns, 0 for one that is left out.
func (t *Table) fit() []int {
	widths := t.natural()
	for i, c := range t.Columns {
		if t.least(widths) <= t.Width {
			break
		}
		if c.Optional {
			widths[i] = 0
		}
	}
	for i, c := range t.Columns {
		excess := t.total(widths) - t.Width
		if c.Min > 0 && excess > 0 {
			widths[i] = max(min(widths[i], c.Min), widths[i]-excess)
		}
	}
	return widths
}

// natural returns the widths that the columns have when nothing is cut.
func (t *Table) natural() []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		for _, row := range t.Rows {
			widths[i] = max(widths[i], row.Cells[i].Width())
		}
		if widths[i] > 0 { // a column without any text needs no title
			widths[i] = max(widths[i], Width(c.Title))
		}
	}
	return widths
}

// least returns the width of the table with every column cut as far as it may.
func (t *Table) least(widths []int) int {
	cut := slices.Clone(widths)
	for i, c := range t.Columns {
		if c.Min > 0 {
			cut[i] = min(cut[i], c.Min)
		}
	}
	return t.total(cut)
}

func (t *Table) total(widths []int) int {
	total := t.Indent - gap
	for _, w := range widths {
		if w > 0 {
			total += w + gap
		}
	}
	return total
}
