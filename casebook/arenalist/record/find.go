package record

import "math/bits"

// What is looked for in documents is a few bytes away. These functions look at
// eight bytes at a time, and are done before strings.IndexByte has begun.

// find returns where the first c is in s from i on, or len(s).
func find(s string, i uint, c byte) uint {
	for ; i+8 <= uint(len(s)); i += 8 {
		if found := matches(eight(s, i), c); found != 0 {
			return i + uint(bits.TrailingZeros64(found))/8
		}
	}
	for i < uint(len(s)) && s[i] != c {
		i++
	}
	return i
}

// findEither returns where the first c or d is in s from i on, or len(s).
func findEither(s string, i uint, c, d byte) uint {
	for ; i+8 <= uint(len(s)); i += 8 {
		x := eight(s, i)
		if found := matches(x, c) | matches(x, d); found != 0 {
			return i + uint(bits.TrailingZeros64(found))/8
		}
	}
	for i < uint(len(s)) && s[i] != c && s[i] != d {
		i++
	}
	return i
}

// eight returns the eight bytes of s at i, the first in the lowest place.
func eight(s string, i uint) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// matches returns a number whose lowest bit that is set is the highest of the
// first byte of x that is c; 0 if there is none. A byte that is 0 borrows when 1
// is taken from it; borrowing disturbs only later bytes.
func matches(x uint64, c byte) uint64 {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	x ^= uint64(c) * ones
	return (x - ones) &^ x & high
}

// word returns where the name ends that begins at i.
func word(s string, i uint) uint {
	for i < uint(len(s)) && !ends[s[i]] {
		i++
	}
	return i
}

// ends are the bytes that are in no name.
var ends = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, '=': true, '/': true,
	'<': true, '>': true, '!': true, '?': true, '"': true, '\'': true}
