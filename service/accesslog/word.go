package accesslog

import (
	"bytes"
	le "encoding/binary"
	"math/bits"
)

// Fields are short: eight bytes at a time find their end sooner than a call
// that is made for long texts. In a word with ones in the lowest bits of each
// byte, lows, and one with ones in the highest, highs, zeros marks zero bytes;
// the lowest mark is always right.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

func zeros(w uint64) uint64 { return (w - lows) &^ w & highs }

func word8(b []byte) uint64 { return le.LittleEndian.Uint64(b) }

// longAfter is where a field is long, and bytes.IndexByte faster.
const longAfter = 32

// index returns where c is first, or -1.
func index(b []byte, c byte) int {
	each := lows * uint64(c)
	i := 0
	for ; i+8 <= len(b) && i < longAfter; i += 8 {
		if found := zeros(word8(b[i:]) ^ each); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	if i == longAfter {
		if n := bytes.IndexByte(b[i:], c); n >= 0 {
			return i + n
		}
		return -1
	}
	for ; i < len(b); i++ {
		if b[i] == c {
			return i
		}
	}
	return -1
}

// indexQuote returns where the first quotation mark or backslash is, or -1.
func indexQuote(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := word8(b[i:])
		if found := zeros(w^lows*'"') | zeros(w^lows*'\\'); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(b); i++ {
		if b[i] == '"' || b[i] == '\\' {
			return i
		}
	}
	return -1
}

// pathEnd returns where the first byte is that ends a path or cannot be in one,
// or the length.
func pathEnd(b []byte) int {
	i := 0
	for all := b[:cap(b)]; i < len(b) && i+8 <= len(all); i += 8 {
		w := word8(all[i:])
		low := (w - lows*' ') &^ w & highs
		found := low | zeros(w^lows*'?') | zeros(w^lows*'#') | zeros(w^lows*0x7f)
		if found != 0 { // perhaps behind the end
			return min(i+bits.TrailingZeros64(found)/8, len(b))
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < ' ' || c == '?' || c == '#' || c == 0x7f {
			break
		}
	}
	return min(i, len(b))
}

// digits8 returns the number that a text of at most eight digits is. What follows
// the text in memory is read, too, and does not matter.
func digits8(b []byte) (n uint64, ok bool) {
	if uint(len(b)-1) > 7 || cap(b) < 8 {
		return 0, false
	}
	const nought = lows * '0'
	w := word8(b[:8])
	missing := (8 - uint(len(b))) * 8 & 63
	w = w<<missing | nought&(1<<missing-1)
	w ^= nought
	if (w|(w+lows*6))&(lows*0xf0) != 0 {
		return 0, false
	}
	// Neighbours become one number of two digits, those one of four, and so on.
	w = w*10 + w>>8
	const pairs = 0x000000ff000000ff
	w = w&pairs*(100+1000000<<32) + w>>16&pairs*(1+10000<<32)
	return w >> 32, true
}

// prefix is a text that lines are expected to have at a place.
type prefix struct {
	text       []byte
	head, mask uint64 // the first eight bytes, and which of them there are
}

func newPrefix(text []byte) prefix {
	p := prefix{text: bytes.Clone(text)}
	var head [8]byte
	n := copy(head[:], text)
	p.head = word8(head[:])
	p.mask = ^uint64(0) >> (64 - 8*n)
	return p
}

// begins reports whether b begins with the text.
func (p *prefix) begins(b []byte) bool {
	if len(b) < 8 || len(b) < len(p.text) {
		return bytes.HasPrefix(b, p.text)
	}
	if word8(b)&p.mask != p.head {
		return false
	}
	return len(p.text) <= 8 || string(b[8:len(p.text)]) == string(p.text[8:])
}
