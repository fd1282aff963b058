package appendform

import (
	"net/netip"
	"strconv"
)

// The smallest number has no positive twin.
func Number(dst []byte, n int64) []byte {
	if n < 0 {
		dst, n = append(dst, '-'), -n
	}
	return strconv.AppendInt(dst, n, 10)
}

// It appends and then reads the room that it has written to.
func Quoted(dst []byte) []byte {
	room := dst[len(dst):cap(dst)]
	out := append(dst, '"')
	for _, c := range room {
		q := strconv.AppendQuote(nil, string(c))
		out = append(out, q[1:len(q)-1]...)
	}
	return append(out, '"')
}

// 64 bits are not the shortest form of 32.
func Float(dst []byte, f float64) []byte { return strconv.AppendFloat(dst, f, 'g', -1, 64) }

// It writes into the caller's room.
func Truth(dst []byte, b bool) []byte { return strconv.AppendBool(dst, b) }

// The number is read once.
func Twice(dst []byte, n *int) []byte {
	*n += 2
	return strconv.AppendInt(strconv.AppendInt(dst, int64(*n-1), 10), int64(*n-1), 10)
}

// No address has no text.
func Address(dst []byte, a netip.Addr) []byte { return a.AppendTo(dst) }

// Letters of ASCII only.
func Upper(dst []byte, s string) []byte {
	for _, c := range []byte(s) {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}
