package table

import (
	"math"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestNumbers(t *testing.T) {
	tests := []struct{ got, want string }{
		{Integer(0), "0"},
		{Integer(999), "999"},
		{Integer(1000), "1,000"},
		{Integer(math.MaxUint64), "18,446,744,073,709,551,615"},
		{Decimal(0, 2), "0.00"},
		{Decimal(0.9, 2), "0.90"},
		{Decimal(0.004, 2), "<0.01"},
		{Decimal(0.005, 2), "0.01"},
		{Decimal(0.4, 0), "<1"},
		{Decimal(1234567.5, 1), "1,234,567.5"},
		{Decimal(1234567, 0), "1,234,567"},
		{Decimal(5e300, 2), "5.00e+300"},
		{Decimal(math.NaN(), 2), "?"},
		{Decimal(math.Inf(1), 2), "?"},
		{Percent(1, 2), "50.0%"},
		{Percent(2, 2), "100.0%"},
		{Percent(1e300, 2), ">100%"},
		{Percent(99999, 100000), ">99.9%"},
		{Percent(1, 100000), "<0.1%"},
		{Percent(0, 7), "0.0%"},
		{Percent(0, 0), "0.0%"},
		{Percent(math.NaN(), 1), "0.0%"},
		{Bar(0, 4), ""},
		{Bar(1e-9, 4), "▏"},
		{Bar(0.5, 4), "██"},
		{Bar(0.53125, 4), "██▏"},
		{Bar(0.96875, 4), "███▉"},
		{Bar(1, 4), "████"},
		{Bar(7, 4), "████"},
		{Bar(math.NaN(), 4), ""},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	if got := Places([]float64{1, 2e9}, 2); got != 0 {
		t.Errorf("whole numbers get %d decimals", got)
	}
	if got := Places([]float64{1, 0.5}, 2); got != 2 {
		t.Errorf("fractions get %d decimals", got)
	}
}

func TestCut(t *testing.T) {
	tests := []struct {
		got, want string
	}{
		{Cut("abc", 3), "abc"},
		{Cut("abcd", 3), "ab…"},
		{Cut("abcd", 1), "…"},
		{Cut("abcd", 0), ""},
		{Cut("a  bcd", 4), "a…"},
		{Cut("日本語", 6), "日本語"},
		{Cut("日本語", 5), "日本…"},
		{Cut("日本語", 4), "日…"},
		{Cut("e\u0301e\u0301e\u0301", 3), "e\u0301e\u0301e\u0301"},
		{CutStart("a/b/c.go:17", 11), "a/b/c.go:17"},
		{CutStart("a/b/c.go:17", 8), "…c.go:17"},
		{CutStart("日本語.go", 6), "…語.go"},
		{CutStart("abc", 1), "…"},
		{CutStart("abc", 0), ""},
		{strings.Join(Wrap("one two  three\nfour", 9), "|"), "one two|three|four"},
		{strings.Join(Wrap("incomprehensible a b", 5), "|"), "incomprehensible|a b"},
		{strings.Join(Wrap(" ", 5), "|"), ""},
		{Clean("a\tb"), "a    b"},
		{Clean("\x1b[31mred\r\n"), "\uFFFD[31mred\uFFFD\uFFFD"},
		{Clean("a\u202eb"), "a\uFFFDb"},
		{Clean("\xff"), "\uFFFD"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestLine(t *testing.T) {
	line := Text(Bold, "日本").Add(Plain, " and ").Add(Dim, "more")
	if got := line.Width(); got != 13 {
		t.Errorf("width %d, want 13", got)
	}
	if got, want := line.Cut(11).Render(false), "日本 and m…"; got != want {
		t.Errorf("cut gives %q, want %q", got, want)
	}
	want := "\x1b[1m日本\x1b[0m and \x1b[2mmore\x1b[0m"
	if got := line.Pad(20, false).Render(true); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := line.CutStart(7).Render(false), "…d more"; got != want {
		t.Errorf("cut gives %q, want %q", got, want)
	}
	if got, want := line.CutStart(5).Render(false), "…more"; got != want {
		t.Errorf("cut gives %q, want %q", got, want)
	}
	if got, want := line.Pad(15, true).Render(false), "  日本 and more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Text(Red, "  ").Render(true); got != "" {
		t.Errorf("an empty line gives %q", got)
	}
	// A line is a value: adding to it twice gives two lines.
	a, b := line.Add(Plain, "A"), line.Add(Plain, "B")
	if a.Render(false) == b.Render(false) {
		t.Error("two lines share their end")
	}
}

func TestTable(t *testing.T) {
	table := Table{
		Columns: []Column{
			{Title: "n", Right: true},
			{Title: "bar", Optional: true},
			{Title: "type", Min: 4, KeepEnd: true},
			{Title: "empty"},
			{Title: "place"},
		},
		Rows: []Row{
			{Cells: cells("1", "██████", "map[string]int", "", "a.go:1"),
				Below: []Line{Text(Dim, "m := make(map[string]int)")}},
			{Cells: cells("1,000", "█", "é", "", "b.go:22")},
		},
		Indent: 1, Hang: 7,
	}
	tests := []struct {
		width int
		want  string
	}{
		{60, `
     n  bar     type            place
     1  ██████  map[string]int  a.go:1
        m := make(map[string]int)
 1,000  █       é               b.go:22
`},
		{30, `
     n  bar     type   place
     1  ██████  …]int  a.go:1
        m := make(map[string]…
 1,000  █       é      b.go:22
`},
		{28, `
     n  type         place
     1  …string]int  a.go:1
        m := make(map[strin…
 1,000  é            b.go:22
`},
	}
	for _, tt := range tests {
		table.Width = tt.width
		got := "\n"
		for _, line := range table.Lines() {
			got += line.Render(false) + "\n"
		}
		if got != tt.want {
			t.Errorf("width %d: got%s\nwant%s", tt.width, got, tt.want)
		}
	}
}

func cells(texts ...string) []Line {
	lines := make([]Line, len(texts))
	for i, text := range texts {
		lines[i] = Text(Plain, text)
	}
	return lines
}

// Whatever the text, a cut line fits, is valid, and holds no control character.
func FuzzCut(f *testing.F) {
	f.Add("日本\x1b[0m語\te\u0301", 5)
	f.Fuzz(func(t *testing.T, s string, width int) {
		width &= 0xff
		line := Text(Plain, s).Add(Bold, s).Cut(width)
		if got := line.Width(); got > width {
			t.Errorf("%d cells, cut to %d", got, width)
		}
		got := line.Render(false)
		if !utf8.ValidString(got) || strings.IndexFunc(got, unicode.IsControl) >= 0 {
			t.Errorf("unclean: %q", got)
		}
		if got := Width(CutStart(Clean(s), width)); got > width {
			t.Errorf("CutStart gives %d cells for %d", got, width)
		}
		if got := Text(Plain, s).Add(Bold, s).CutStart(width).Width(); got > width {
			t.Errorf("a line cut at its start has %d cells for %d", got, width)
		}
	})
}

// TestWidth proves that characters cover the cells that a terminal gives them,
// joined ones as one, and that cutting does not take them apart.
func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "join": 4, "日本": 4, "e\u0301": 1, "█▏…│·→✓": 7, "�": 1,
		"👩\u200d👩\u200d👧": 2, "🇩🇪": 2, "\U0001FAE0": 2, "한글": 4, "ｱ": 1,
	} {
		if got := Width(s); got != want {
			t.Errorf("%q covers %d cells, want %d", s, got, want)
		}
	}
	const family = "ab👩\u200d👩\u200d👧cd"
	if got := Cut(family, 4); got != "ab…" {
		t.Errorf("cut to %q", got)
	}
	if got := CutStart(family, 4); got != "…cd" {
		t.Errorf("cut at the start to %q", got)
	}
}
