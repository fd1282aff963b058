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
	whole := len(text) / 64
	if whole > 0 {
		blocks(to[:whole], text[:whole*64], a, b)
	}
	if whole < n {
		var last [64]byte
		rest := text[whole*64:]
		block := last[:]
		if cap(rest) >= 64 {
			block = rest[:64] // what follows the text is masked out
		} else {
			copy(last[:], rest)
		}
		blocks(to[whole:], block, a, b)
		to[whole] &= 1<<len(rest) - 1
	}
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
