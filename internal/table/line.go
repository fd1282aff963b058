// Package table lays out text for a terminal: lines made of pieces in several
// styles, cut to a width that is counted in the cells they will cover, and
// tables of such lines. Text from outside is cleaned on its way in, so that
// nothing in a file name or a type can move the cursor or change a colour.
package table

import "strings"

// Style is how a piece of text looks on a terminal with colours.
type Style uint8

// The styles. On a terminal without colours all of them are Plain.
const (
	Plain Style = iota
	Bold
	Dim
	Red
	Green
	Yellow
	Magenta
	Cyan
)

// code returns the parameter of the escape sequence that switches s on.
func (s Style) code() string {
	switch s {
	case Bold:
		return "1"
	case Dim:
		return "2"
	case Red:
		return "31"
	case Green:
		return "32"
	case Yellow:
		return "33"
	case Magenta:
		return "35"
	case Cyan:
		return "36"
	}
	return ""
}

// Line is one line of text in pieces of various styles. The zero value is an
// empty line. A Line is a value: its methods return a new one.
type Line struct{ pieces []piece }

type piece struct {
	style Style
	text  string // clean
}

// Text returns a line of one piece.
func Text(style Style, text string) Line { return Line{}.Add(style, text) }

// Add returns l with text at its end.
func (l Line) Add(style Style, text string) Line {
	if text == "" {
		return l
	}
	pieces := append(l.pieces[:len(l.pieces):len(l.pieces)], piece{style, Clean(text)})
	return Line{pieces}
}

// Join returns l with the pieces of other at its end.
func (l Line) Join(other Line) Line {
	return Line{append(l.pieces[:len(l.pieces):len(l.pieces)], other.pieces...)}
}

// Width returns how many cells of a terminal l covers.
func (l Line) Width() int {
	n := 0
	for _, p := range l.pieces {
		n += Width(p.text)
	}
	return n
}

// Pad returns l with spaces at its end, or at its beginning if right is set,
// that make it at least width cells wide.
func (l Line) Pad(width int, right bool) Line {
	missing := width - l.Width()
	if missing <= 0 {
		return l
	}
	space := strings.Repeat(" ", missing)
	if right {
		return Text(Plain, space).Join(l)
	}
	return l.Add(Plain, space)
}

// Cut returns l, or as much of its beginning as fits in width cells together
// with the … that tells that something is missing.
func (l Line) Cut(width int) Line {
	if l.Width() <= width {
		return l
	}
	var cut Line
	for _, p := range l.pieces {
		w := Width(p.text)
		if w >= width { // the … belongs into this piece
			return cut.Add(p.style, Cut(p.text+" ", width))
		}
		cut = cut.Join(Line{[]piece{p}})
		width -= w
	}
	return cut
}

// CutStart is Cut for a line whose end matters more.
func (l Line) CutStart(width int) Line {
	if l.Width() <= width {
		return l
	}
	for i := len(l.pieces) - 1; i >= 0; i-- {
		p := l.pieces[i]
		w := Width(p.text)
		if w >= width { // the … belongs into this piece
			start := piece{p.style, CutStart(" "+p.text, width)}
			return Line{append([]piece{start}, l.pieces[i+1:]...)}
		}
		width -= w
	}
	return l
}

// Render returns l as bytes for a terminal, without a newline and without
// spaces at its end.
func (l Line) Render(color bool) string {
	var b strings.Builder
	for _, p := range l.trimmed() {
		code := p.style.code()
		if !color || code == "" {
			b.WriteString(p.text)
			continue
		}
		b.WriteString("\x1b[" + code + "m" + p.text + "\x1b[0m")
	}
	return b.String()
}

// trimmed returns the pieces of l without the spaces at the end.
func (l Line) trimmed() []piece {
	for end := len(l.pieces); end > 0; end-- {
		last := l.pieces[end-1]
		last.text = strings.TrimRight(last.text, " ")
		if last.text != "" {
			return append(l.pieces[:end-1:end-1], last)
		}
	}
	return nil
}
