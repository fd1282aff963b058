package record

import (
	"fmt"
	"slices"
	"testing"
)

// cells writes down what is read from a document.
func cells(d string) (all []string) {
	for at := uint(0); ; {
		number, end, ok := NextRow(d, at)
		if !ok {
			return all
		}
		if end <= at {
			panic(fmt.Sprintf("%q: a row from %d to %d", d, at, end))
		}
		at = end
		all = append(all, "row "+number)
		for IsCell(d, at) {
			var c Cell
			escaped, end := ReadCell(d, at, &c)
			if end <= at {
				panic(fmt.Sprintf("%q: a cell from %d to %d", d, at, end))
			}
			at = end
			if escaped {
				c.Value = string(Unescape(nil, c.Value))
			}
			all = append(all, fmt.Sprintf("%s %s %s %s", c.Ref, c.Type, c.Style, c.Value))
		}
	}
}

func TestCells(t *testing.T) {
	for d, want := range map[string][]string{
		"":                    nil,
		"<cols><col/></cols>": nil,
		`<row><c/></row>`:     {"row ", "   "},
		`<row r="1" x='y'><c r="A" t="n" s="2"><v>3</v></c></row>`: {"row 1", "A n 2 3"},
		`<row r="1"/><row r="2"></row>`:                            {"row 1", "row 2"},
		`<row r="1"><c r="A" s="7"/><c r='B>"'></c></row>`:         {"row 1", "A  7 ", `B>"   `},
		`<row><c><v>&lt;&gt;&amp;&quot;&apos;12345678</v></c>`:     {"row ", `   <>&"'12345678`},
		`<row><c><f>A1</f><v>3</v></c><c><v>1</v><x/></c>`:         {"row ", "   ", "   1"},
		`<row><col/>`:   {"row "},
		`<row r="1`:     {"row 1"},
		`<row r=`:       {"row "},
		`<row `:         {"row "},
		`<row><c r=`:    {"row ", "   "},
		`<row><c`:       {"row ", "   "},
		`<row><c><v>`:   {"row ", "   "},
		`<row><c><v>a&`: {"row ", "   a'"},
	} {
		if got := cells(d); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
}

// FuzzCells reads to the end whatever there is, part after part.
func FuzzCells(f *testing.F) {
	f.Add(string(SheetXML(2, 3)))
	f.Fuzz(func(t *testing.T, d string) { cells(d) })
}
