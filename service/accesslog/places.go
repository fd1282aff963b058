package accesslog

import (
	"math/bits"

	"github.com/wring-go/wring/internal/bytemark"
)

// places are where the separators of a line are, in order from at[1] on, so that
// a field is between neighbours also where it is the first or the last.
type places struct {
	at    [maxPlaces + 9]int32
	marks [maxMarked / 64]uint64
}

// maxPlaces is how many separators of a line are found, in its first maxMarked
// bytes.
const (
	maxPlaces = 128
	maxMarked = 2048
)

// find notes where a or b are in a line, and returns how many places there are,
// more than maxPlaces if not all could be noted. Six at a time are taken from the
// marks whether there are as many or not: that is faster than to ask.
func (p *places) find(line []byte, a, b byte) (n int) {
	if len(line) > maxMarked {
		return maxPlaces + 1
	}
	marks := bytemark.Mark(p.marks[:], line, a, b)
	for i, m := range marks {
		if n > maxPlaces {
			return n
		}
		to := (*[8]int32)(p.at[n+1:])
		from := int32(64 * i)
		n += bits.OnesCount64(m)
		to[0] = from + int32(bits.TrailingZeros64(m))
		m &= m - 1
		to[1] = from + int32(bits.TrailingZeros64(m))
		m &= m - 1
		to[2] = from + int32(bits.TrailingZeros64(m))
		m &= m - 1
		to[3] = from + int32(bits.TrailingZeros64(m))
		m &= m - 1
		to[4] = from + int32(bits.TrailingZeros64(m))
		m &= m - 1
		to[5] = from + int32(bits.TrailingZeros64(m))
		m &= m - 1
		for k := n + 1 - bits.OnesCount64(m); m != 0 && k < len(p.at); k++ {
			p.at[k] = from + int32(bits.TrailingZeros64(m))
			m &= m - 1
		}
	}
	p.at[0], p.at[min(n, maxPlaces)+1] = -1, int32(len(line))
	return n
}
