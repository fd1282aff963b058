package nofmt

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/wring-go/wring/technique/fmtverb"
)

// piece is a part of what is printed.
type piece struct {
	// text is a string expression; it makes no object when it is part of a sum.
	text string
	// alone is what to write when there is no other piece, if not text.
	alone string
	// free says that the piece alone makes no object.
	free bool
	// small says that the piece alone makes no object of numbers below 100.
	small bool
	// literal says that it comes from the format, where it is not empty, or stands in the call.
	literal bool
	says    string // what a literal one says
	// add is an expression that appends to a slice, which stands for $.
	add string
	// room is how many bytes it may take, or a guess where it may be any number.
	room int
	// bounded says that room is no guess.
	bounded bool
	// buffered says that text has a buffer of its own.
	buffered bool
}

// appendTo returns the expression that appends the piece to dst.
func (p piece) appendTo(dst string) string { return strings.Replace(p.add, "$", dst, 1) }

// guess is the room for what has any length.
const guess = 32

// neverEmpty reports whether the piece is never empty.
func (p piece) neverEmpty() bool { return p.literal || p.alone != "" }

// joined returns pieces with one more: two literal ones are one.
func joined(list []piece, p piece) []piece {
	if last := len(list) - 1; last >= 0 && p.literal && list[last].literal {
		list[last] = literal(list[last].says + p.says)
		return list
	}
	return append(list, p)
}

func literal(text string) piece {
	p := piece{text: strconv.Quote(text), room: len(text), literal: true, bounded: true,
		says: text}
	if strconv.CanBackquote(text) && strings.ContainsAny(text, "\"\\") {
		p.text = "`" + text + "`"
	}
	p.add = "append($, " + p.text + "...)"
	if len(text) == 1 {
		p.add = "append($, " + strconv.QuoteRune(rune(text[0])) + ")"
	}
	if len(text) == 1 && text[0] >= 0x80 {
		p.add = fmt.Sprintf("append($, '\\x%02x')", text[0])
	}
	return p
}

func stringOf(text string) piece {
	return piece{text: text, free: true, add: "append($, " + text + "...)", room: guess}
}

// appended returns the piece of a function of package strconv that appends.
func (s *site) appended(call string, room int) piece {
	add := s.use("strconv") + "." + call
	return piece{text: stringFrom(add, room), add: add, room: room, bounded: true, buffered: true}
}

// stringFrom returns the string of what an append expression makes on the
// stack.
func stringFrom(add string, room int) string {
	return "string(" + strings.Replace(add, "$", buffer(room), 1) + ")"
}

// buffer returns an empty slice with room on the stack.
func buffer(room int) string { return fmt.Sprintf("make([]byte, 0, %d)", room) }

func (s *site) boolOf(text string) piece {
	p := s.appended("AppendBool($, "+text+")", len("false"))
	p.text, p.free, p.buffered = s.use("strconv")+".FormatBool("+text+")", true, false
	return p
}

// digits are how many bytes 64 bits take in a base, with a sign.
var digits = map[int]int{2: 65, 8: 23, 10: 20, 16: 17}

func (s *site) intOf(t types.Type, way fmtverb.Way, text string) piece {
	name, kind, base := "Int", types.Int64, way.Base
	if way.Kind == fmtverb.Uint {
		name, kind = "Uint", types.Uint64
	}
	wide := converted(t, kind, text)
	p := s.appended(fmt.Sprintf("Append%s($, %s, %d)", name, wide, base), digits[base])
	p.alone = fmt.Sprintf("%s.Format%s(%s, %d)", s.use("strconv"), name, wide, base)
	p.small = base == 10
	if basic, ok := t.(*types.Basic); ok && basic.Kind() == types.Int && base == 10 {
		p.alone = fmt.Sprintf("%s.Itoa(%s)", s.use("strconv"), text)
	}
	return p
}

func (s *site) floatOf(t types.Type, way fmtverb.Way, text string) piece {
	args := fmt.Sprintf("%s, '%c', %d, %d", converted(t, types.Float64, text), way.Letter,
		way.Prec, way.Size)
	p := s.appended("AppendFloat($, "+args+")", 24+max(way.Prec, 0))
	p.alone = s.use("strconv") + ".FormatFloat(" + args + ")"
	return p
}

func (s *site) quoteOf(text string) piece {
	p := s.appended("AppendQuote($, "+text+")", 2*guess)
	p.bounded = false
	return p
}

// hexOf returns the piece for %x of so many bytes; fewer than none for any number.
func (s *site) hexOf(text string, count int64) piece {
	add := s.use("encoding/hex") + ".AppendEncode($, " + text + ")"
	p := piece{add: add, room: 4 * guess, buffered: true}
	if 0 <= count && count <= 2*guess {
		p.room, p.bounded = int(2*count), true
	}
	p.text = stringFrom(add, p.room)
	return p
}

// runeOf returns the piece for %c.
func runeOf(t types.Type, text string) piece {
	if t != types.Universe.Lookup("rune").Type() {
		text = "rune(" + text + ")"
	}
	text = "string(" + text + ")"
	return piece{text: text, add: "append($, " + text + "...)", room: 4, bounded: true}
}
