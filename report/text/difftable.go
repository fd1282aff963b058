package text

import (
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/figure"
	"github.com/wring-go/wring/internal/table"
)

// diffTable is the benchmarks of one package, in all columns.
type diffTable struct {
	pkg   string
	rows  []string
	units []string
	cells map[[2]string]alloc.BenchmarkDiff // by row and column
}

// diffTables divides the benchmarks by package.
func diffTables(d alloc.Diff) []*diffTable {
	var list []*diffTable
	index := map[string]*diffTable{}
	for _, b := range d.Benchmarks {
		t := index[b.Package]
		if t == nil {
			t = &diffTable{pkg: b.Package, cells: map[[2]string]alloc.BenchmarkDiff{}}
			index[b.Package] = t
			list = append(list, t)
		}
		if !slices.Contains(t.rows, b.Name) {
			t.rows = append(t.rows, b.Name)
		}
		for _, m := range b.Metrics {
			if !slices.Contains(t.units, m.Unit) {
				t.units = append(t.units, m.Unit)
			}
		}
		t.cells[[2]string{b.Name, b.Column}] = b
	}
	return list
}

// gridRow is a line of benchstat's table: a label, and for each column value,
// range, difference and note; the base has no difference.
type gridRow struct {
	label string
	cells [][4]table.Line
}

// lines lays out the table of one unit.
func (t *diffTable) lines(d alloc.Diff, unit string) []table.Line {
	var rows []gridRow
	for _, name := range t.rows {
		if row, ok := t.row(d, name, unit); ok {
			rows = append(rows, row)
		}
	}
	if mean, ok := t.mean(d, unit); ok {
		rows = append(rows, mean)
	}
	return layOut(d.Columns, unit, rows)
}

// row returns the cells of one benchmark; the base is that of any comparison.
func (t *diffTable) row(d alloc.Diff, name, unit string) (gridRow, bool) {
	row := gridRow{label: name, cells: make([][4]table.Line, len(d.Columns))}
	found := false
	for i, col := range d.Columns[1:] {
		m, ok := t.cells[[2]string{name, col}].Metric(unit)
		if !ok {
			continue
		}
		w := figureOf(m, d.Alpha).Words()
		if !found {
			row.cells[0] = [4]table.Line{table.Text(table.Plain, w.Old), reach(w.OldRange)}
		}
		found = true
		row.cells[i+1] = [4]table.Line{table.Text(table.Plain, w.New), reach(w.NewRange),
			table.Text(judged(m.Judgement), w.Delta), table.Text(table.Dim, "("+w.Note+")")}
	}
	return row, found
}

func reach(text string) table.Line {
	if text == "" {
		return table.Line{}
	}
	return table.Text(table.Plain, "± "+text)
}

// figureOf puts a metric into the form that is put into words.
func figureOf(m alloc.Metric, alpha float64) figure.Metric {
	return figure.Metric{Unit: m.Unit, Exact: m.Exact,
		Old:  [3]float64{m.Old.Center, m.Old.Low, m.Old.High},
		New:  [3]float64{m.New.Center, m.New.Low, m.New.High},
		Wide: [2]bool{m.Old.Wide, m.New.Wide}, N: [2]int{m.Old.N, m.New.N},
		P: m.P, Alpha: alpha}
}

func judged(j alloc.Judgement) table.Style {
	switch j {
	case alloc.Better:
		return table.Green
	case alloc.Worse:
		return table.Red
	}
	return table.Plain
}

// mean returns the row of geometric means.
func (t *diffTable) mean(d alloc.Diff, unit string) (gridRow, bool) {
	row := gridRow{label: "geomean", cells: make([][4]table.Line, len(d.Columns))}
	found := false
	for _, m := range d.Means {
		i := slices.Index(d.Columns, m.Column)
		if m.Package != t.pkg || m.Unit != unit || i < 1 {
			continue
		}
		found = true
		scaled := figure.Scale(unit, m.Old, m.New)
		row.cells[0] = [4]table.Line{table.Text(table.Plain, scaled[0])}
		note := ""
		if m.Zeros > 0 {
			note = "(without " + plural(m.Zeros, "zero") + ")"
		}
		row.cells[i] = [4]table.Line{table.Text(table.Plain, scaled[1]), {},
			table.Text(table.Plain, figure.Delta(m.Old, m.New)), table.Text(table.Dim, note)}
	}
	return row, found
}

// layOut puts the columns side by side, under their names and the unit.
func layOut(columns []string, unit string, rows []gridRow) []table.Line {
	label := 0
	for _, r := range rows {
		label = max(label, table.Width(r.label))
	}
	names := table.Line{}.Pad(label, false)
	units := names
	body := make([]table.Line, len(rows))
	for i, r := range rows {
		body[i] = table.Text(table.Plain, r.label).Pad(label, false)
	}
	for i, name := range columns {
		title := unit
		if i > 0 {
			title += "  vs base"
		}
		cells := column(rows, i)
		width := max(table.Width(name), table.Width(title), cells[0].Width())
		names = heading(names, name, width)
		units = heading(units, title, width)
		for j := range body {
			body[j] = body[j].Add(table.Plain, "   ").Join(cells[j].Pad(width, false))
		}
	}
	lines := []table.Line{names.Add(table.Plain, " │"), units.Add(table.Plain, " │")}
	return append(lines, body...)
}

// heading adds a title in the middle of its width, after a rule.
func heading(l table.Line, title string, width int) table.Line {
	left := (width - table.Width(title)) / 2
	centred := table.Line{}.Pad(left, false).Add(table.Bold, title).Pad(width, false)
	return l.Add(table.Plain, " │ ").Join(centred)
}

// column lays out the cells of one column: values and differences to the right,
// ranges and notes to the left. All lines have the same width.
func column(rows []gridRow, i int) []table.Line {
	var widths [4]int
	for _, r := range rows {
		for k, cell := range r.cells[i] {
			widths[k] = max(widths[k], cell.Width())
		}
	}
	lines := make([]table.Line, len(rows))
	for j, r := range rows {
		for k, cell := range r.cells[i] {
			if widths[k] == 0 {
				continue
			}
			if k > 0 {
				lines[j] = lines[j].Add(table.Plain, [4]string{"", " ", "  ", " "}[k])
			}
			lines[j] = lines[j].Join(cell.Pad(widths[k], k%2 == 0))
		}
	}
	return lines
}
