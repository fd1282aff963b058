// Package bytemark finds where two bytes are in a text, 64 places at a time, so
// that a line can be cut at its separators without a branch for each byte.
package bytemark

import "encoding/binary"

// Mark sets bit i%64 of word i/64 where text[i] is a or b, and clears the others.
// It returns the words, (len(text)+63)/64 of them, in to if they fit.
func Mark(to []uint64, text []byte, a, b byte) []uint64 {
	n := (len(text) + 63) / 64
	if n > cap(to) {
		to = make([]uint64, n)
	}
	to = to[:n]
	if n == 0 {
		return to
	}
	if cap(text) >= 64*n { // what follows the text is masked out
		blocks(to, text[:64*n], a, b)
	} else {
		if n > 1 {
			blocks(to[:n-1], text[:64*(n-1)], a, b)
		}
		var last [64]byte
		copy(last[:], text[64*(n-1):])
		blocks(to[n-1:], last[:], a, b)
	}
	to[n-1] &= ^uint64(0) >> (-len(text) & 63)
	return to
}

// plain is blocks for processors without a version of their own, and for tests.
func plain(to []uint64, from []byte, a, b byte) {
	const lows, highs = 0x0101010101010101, 0x8080808080808080
	for i := range to {
		to[i] = 0
		for j := 0; j < 64; j += 8 {
			w := binary.LittleEndian.Uint64(from[64*i+j:])
			// A byte is zero where neither its low bits nor its high one are set.
			x, y := w^lows*uint64(a), w^lows*uint64(b)
			x = ^(x&^highs + ^uint64(highs) | x | ^uint64(highs))
			y = ^(y&^highs + ^uint64(highs) | y | ^uint64(highs))
			// The product brings the highest bits of the bytes together.
			to[i] |= (x | y) >> 7 * 0x0102040810204080 >> 56 << j
		}
	}
}
