package nofmt

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// padded returns the piece for a verb with a width, or %X. Package strconv knows no widths: a
// function of the package appends what package fmt would.
//
//	have: fmt.Sprintf("%02d:%02x", m, b)
//	want: ... appendPadded(buf, int64(m), 10, 2, '0') ... appendHex(buf, uint64(b), 2) ...
func (s *site) padded(x ast.Expr, t types.Type, d fmtverb.Directive, text string) (piece, bool) {
	if fmtverb.Asks(types.NewPointer(t), d.Verb) {
		return piece{}, false // whatever is addressable
	}
	way, ok := fmtverb.Padded(t, d)
	if !ok {
		return piece{}, false
	}
	width := strconv.Itoa(max(d.Width, 1))
	fill := "' '"
	if d.Zeros {
		fill = "'0'"
	}
	switch unsigned := way.Kind == fmtverb.Uint; {
	case way.Kind == fmtverb.Text:
		if d.Left {
			width = "-" + width
		}
		p, ok := s.helped(appendAligned(), converted(t, types.String, text)+", "+width,
			max(guess, d.Width))
		p.bounded = false
		return p, ok
	case way.Kind == fmtverb.Float:
		return s.helped(appendWideFloat(), fmt.Sprintf("%s, '%c', %d, %d, %s",
			converted(t, types.Float64, text), way.Letter, way.Prec, way.Size, width),
			max(24+max(way.Prec, 0), d.Width))
	case way.Kind == fmtverb.Hex:
		count := s.length(x)
		array, ok := t.Underlying().(*types.Array)
		if ok {
			count = array.Len()
		}
		switch {
		case 2*count >= int64(d.Width):
			return s.hex(x, t, text) // nothing is left to fill
		case ok || !d.Zeros:
			return piece{}, false
		}
		p, ok := s.helped(appendFilledHex(), text+", "+width, max(4*guess, d.Width))
		p.bounded = false
		return p, ok
	case unsigned && d.Verb == 'X':
		return s.helped(appendHex(true), converted(t, types.Uint64, text)+", "+width,
			max(16, d.Width))
	case unsigned && d.Verb == 'x' && d.Zeros:
		return s.helped(appendHex(false), converted(t, types.Uint64, text)+", "+width,
			max(16, d.Width))
	case unsigned && !fitsInt64(t):
		return s.helped(appendPaddedUint(), fmt.Sprintf("%s, %d, %s, %s",
			converted(t, types.Uint64, text), way.Base, width, fill),
			max(digits[way.Base], d.Width))
	}
	args := fmt.Sprintf("%s, %d, %s, %s", converted(t, types.Int64, text), way.Base, width, fill)
	return s.helped(appendPadded(), args, max(digits[way.Base], d.Width))
}

// fitsInt64 reports whether an int64 holds all values of an unsigned type.
func fitsInt64(t types.Type) bool {
	switch t.Underlying().(*types.Basic).Kind() {
	case types.Uint8, types.Uint16, types.Uint32:
		return true
	}
	return false
}

// helped returns the piece that a helper appends, which takes so many bytes.
func (s *site) helped(h technique.Helper, args string, room int) (piece, bool) {
	if !s.declares(h) {
		return piece{}, false
	}
	add := h.Name + "($, " + args + ")"
	return piece{text: stringFrom(add, room), add: add, room: room, bounded: true, buffered: true},
		true
}

// declares adds the edits for a helper that the call needs, once.
func (s *site) declares(h technique.Helper) bool {
	if s.declared[h.Name] {
		return true
	}
	edits, ok := h.Declare(s.pass, s.file, s.call)
	if !ok {
		return false
	}
	s.edits = append(s.edits, edits...)
	if s.declared == nil {
		s.declared = map[string]bool{}
	}
	s.declared[h.Name] = true
	return true
}

func appendPadded() technique.Helper {
	return technique.Helper{Name: "appendPadded", Imports: []string{"strconv"},
		Text: `// appendPadded appends n as package fmt does with a width: with zeros behind its
// sign, or with blanks before it.
func appendPadded(dst []byte, n int64, base, width int, fill byte) []byte {
	start := len(dst)
	dst = strconv.AppendInt(dst, n, base)
	missing := width - (len(dst) - start)
	if missing <= 0 {
		return dst
	}
	if n < 0 && fill == '0' {
		start++
	}
	for i := 0; i < missing; i++ {
		dst = append(dst, fill)
	}
	copy(dst[start+missing:], dst[start:])
	for i := start; i < start+missing; i++ {
		dst[i] = fill
	}
	return dst
}`}
}

func appendPaddedUint() technique.Helper {
	return technique.Helper{Name: "appendPaddedUint", Imports: []string{"strconv"},
		Text: `// appendPaddedUint appends n as package fmt does with a width: with zeros or blanks
// before it.
func appendPaddedUint(dst []byte, n uint64, base, width int, fill byte) []byte {
	start := len(dst)
	dst = strconv.AppendUint(dst, n, base)
	missing := width - (len(dst) - start)
	if missing <= 0 {
		return dst
	}
	for i := 0; i < missing; i++ {
		dst = append(dst, fill)
	}
	copy(dst[start+missing:], dst[start:])
	for i := start; i < start+missing; i++ {
		dst[i] = fill
	}
	return dst
}`}
}

// appendHex returns the helper for unsigned numbers.
func appendHex(upper bool) technique.Helper {
	name, verb, digits := "appendHex", "%0*x", "0123456789abcdef"
	if upper {
		name, verb, digits = "appendUpperHex", "%0*X", "0123456789ABCDEF"
	}
	return technique.Helper{Name: name,
		Text: "// " + name + " appends n as package fmt does with " + verb + ".\nfunc " + name +
			`(dst []byte, n uint64, width int) []byte {
	const digits = "` + digits + `"
	for rest := n >> 4 >> (4 * uint(width-1)); rest > 0; rest >>= 4 {
		width++
	}
	for width--; width >= 0; width-- {
		dst = append(dst, digits[n>>(4*uint(width))&15])
	}
	return dst
}`}
}

func appendWideFloat() technique.Helper {
	return technique.Helper{Name: "appendWideFloat", Imports: []string{"strconv"},
		Text: `// appendWideFloat appends x as package fmt does with a width: with blanks before it.
func appendWideFloat(dst []byte, x float64, verb byte, prec, size, width int) []byte {
	start := len(dst)
	dst = strconv.AppendFloat(dst, x, verb, prec, size)
	if n := len(dst) - start; n < width {
		for i := n; i < width; i++ {
			dst = append(dst, ' ')
		}
		copy(dst[len(dst)-n:], dst[start:start+n])
		for i := start; i < len(dst)-n; i++ {
			dst[i] = ' '
		}
	}
	return dst
}`}
}

func appendFilledHex() technique.Helper {
	return technique.Helper{Name: "appendFilledHex", Imports: []string{"encoding/hex"},
		Text: `// appendFilledHex appends b as package fmt does with %0*x.
func appendFilledHex(dst, b []byte, width int) []byte {
	for i := 2 * len(b); i < width; i++ {
		dst = append(dst, '0')
	}
	return hex.AppendEncode(dst, b)
}`}
}

func appendAligned() technique.Helper {
	return technique.Helper{Name: "appendAligned", Imports: []string{"unicode/utf8"},
		Text: `// appendAligned appends s as package fmt does with a width: with blanks before it,
// or behind it for one below zero.
func appendAligned(dst []byte, s string, width int) []byte {
	n := utf8.RuneCountInString(s)
	for i := n; i < width; i++ {
		dst = append(dst, ' ')
	}
	dst = append(dst, s...)
	for i := n; i < -width; i++ {
		dst = append(dst, ' ')
	}
	return dst
}`}
}
