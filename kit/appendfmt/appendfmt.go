// Package appendfmt appends formatted values to a buffer: what the standard
// library lacks, or returns as a string of its own. Every function takes the
// buffer first and returns it, longer, as append does; it allocates only when
// the buffer is too short.
//
//	buf = append(buf[:0], "at="...)
//	buf = appendfmt.DateTime(buf, t, appendfmt.Auto)
//
// Functions that take text take a string or bytes, whichever the caller has, and
// convert neither.
//
// Rule of use: keep the buffer and pass buf[:0] the next time. What the buffer
// held is overwritten then, so make a string of it, or write it out, before.
//
// What is not safe:
//
//   - Text that lies in the unused part of the same buffer is overwritten while
//     it is read.
//   - Each function quotes for one language and one place in it. [HTML] is for
//     text and quoted attributes, not for scripts; [SQL] is right only while the
//     server reads backslashes as escapes and for character sets in which the
//     bytes of \ and ' are nothing else, which big5, cp932, gbk, gb18030 and sjis
//     do not promise; [Shell] is for a POSIX shell.
package appendfmt

import (
	"strings"
	"unicode/utf8"
)

// Text is what can be quoted: a string or bytes.
type Text interface{ ~string | ~[]byte }

// Fraction says how many digits of a second are written: 0 to 6 in the formats
// of MySQL and 0 to 9 in RFC 3339, or [Auto]. A larger number counts as the
// largest.
type Fraction int

// Auto writes as many digits as there can be, without the zeros at the end, and
// no point when none is left.
const Auto Fraction = -1

// pairs holds the numbers from 00 to 99.
const pairs = "00010203040506070809" + "10111213141516171819" +
	"20212223242526272829" + "30313233343536373839" +
	"40414243444546474849" + "50515253545556575859" +
	"60616263646566676869" + "70717273747576777879" +
	"80818283848586878889" + "90919293949596979899"

// two appends v, which is below 100, as two digits.
func two(dst []byte, v int) []byte {
	return append(dst, pairs[2*v], pairs[2*v+1])
}

// year appends v with at least four digits.
func year(dst []byte, v int) []byte {
	if v < 0 {
		return year(append(dst, '-'), -v)
	}
	if v >= 10000 {
		return decimal(dst, uint64(v))
	}
	return two(two(dst, v/100), v%100)
}

// fraction appends a point and the first digits of nsec, which is below a
// second. Of what is beyond the digits it takes no notice.
func fraction(dst []byte, nsec int, digits, most Fraction) []byte {
	if digits == 0 || digits < 0 && nsec == 0 {
		return dst
	}
	a, b, c, d := nsec/1e7, nsec/1e5%100, nsec/1000%100, nsec/10%100
	dst = append(dst, '.', pairs[2*a], pairs[2*a+1], pairs[2*b], pairs[2*b+1], pairs[2*c],
		pairs[2*c+1], pairs[2*d], pairs[2*d+1], byte('0'+nsec%10))
	point := len(dst) - len(".000000000")
	if digits > 0 {
		return dst[:point+1+int(min(digits, most))]
	}
	end := point + 1 + int(most)
	for dst[end-1] == '0' {
		end--
	}
	if end == point+1 {
		end = point // nothing but what is beyond the digits
	}
	return dst[:end]
}

// clock appends hours, minutes and seconds.
func clock(dst []byte, hour, minute, second int) []byte {
	return append(dst, pairs[2*hour], pairs[2*hour+1], ':', pairs[2*minute], pairs[2*minute+1],
		':', pairs[2*second], pairs[2*second+1])
}

// table says of each byte how it is written: 0 for as it is. What else an entry
// means is the user's business.
type table [256]byte

// plain returns where the bytes of s that are written as they are end, from i
// on. The loop is here, by itself, because the compiler then keeps all of it in
// registers; it counts from 0, because the compiler then sees that no index is
// out of range, also where T is a string.
func plain[T Text](s T, i int, special *table) int {
	rest := s[i:]
	for n := range len(rest) {
		if special[rest[n]] != 0 {
			return i + n
		}
	}
	return len(s)
}

// run appends s[start:end]. A call to copy memory takes longer than a few bytes.
func run[T Text](dst []byte, s T, start, end int) []byte {
	if end-start > 8 {
		return append(dst, s[start:end]...)
	}
	for ; start < end; start++ {
		dst = append(dst, s[start])
	}
	return dst
}

// allBut returns a table in which every byte has an entry that is not in s.
func allBut(s string) (special table) {
	for i := range special {
		if strings.IndexByte(s, byte(i)) < 0 {
			special[i] = 1
		}
	}
	return special
}

// decode returns the rune of s at i and its length in bytes. The few bytes are
// copied because the standard library has one function for strings and another
// for bytes.
func decode[T Text](s T, i int) (rune, int) {
	var buf [utf8.UTFMax]byte
	n := copy(buf[:], s[i:min(i+utf8.UTFMax, len(s))])
	return utf8.DecodeRune(buf[:n])
}

// hexDigits are for escapes and dumps.
const hexDigits = "0123456789abcdef"
