package table

import "testing"

// BenchmarkLines lays out a table of fifty rows that has to be cut, and renders
// it with colours.
func BenchmarkLines(b *testing.B) {
	t := Table{Width: 60, Columns: []Column{
		{Title: "objects", Right: true}, {Title: "line", Min: 10},
		{Title: "cause"}}}
	for range 50 {
		t.Rows = append(t.Rows, Row{Cells: []Line{Text(Bold, "1,234.00"),
			Text(Plain, "internal/table/a_file_with_a_long_name.go:123").Add(Dim, "  p.Join"),
			Text(Green, "string-concat")}})
	}
	for b.Loop() {
		for _, line := range t.Lines() {
			if line.Render(true) == "" {
				b.Fatal("an empty line")
			}
		}
	}
}
