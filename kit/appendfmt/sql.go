package appendfmt

import "math/bits"

// sqlEscapes holds, for each byte that MySQL wants escaped, what follows the
// backslash.
var sqlEscapes = table{0: '0', '\n': 'n', '\r': 'r', 0x1a: 'Z', '\'': '\'', '"': '"',
	'\\': '\\'}

// SQL appends s as a string literal of MySQL, in single quotes and with
// backslashes. It is wrong in a session with NO_BACKSLASH_ESCAPES; see
// [SQLStandard].
func SQL[T Text](dst []byte, s T) []byte {
	dst = append(dst, '\'')
	for i := 0; ; i++ {
		start := i
		i = sqlPlain(s, i)
		dst = run(dst, s, start, i)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, '\\', sqlEscapes[s[i]])
	}
}

// sqlPlain is plain for sqlEscapes, eight bytes at a time.
func sqlPlain[T Text](s T, i int) int {
	for i+8 <= len(s) {
		at := sqlSpecial(word(s, i))
		if at == 8 {
			i += 8
			continue
		}
		i += at
		if sqlEscapes[s[i]] != 0 {
			return i
		}
		i++ // a control character that needs no escape
	}
	return plain(s, i, &sqlEscapes)
}

// sqlSpecial returns which of the eight bytes of x is the first that is a control
// character, a quote or a backslash; 8 if none is. In x-n*ones a byte below n
// borrows, which sets its highest bit; borrowing disturbs only later bytes.
func sqlSpecial(x uint64) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	single, double, back := x^'\''*ones, x^'"'*ones, x^'\\'*ones // 0 where they are
	found := (x-' '*ones)&^x | (single-ones)&^single | (double-ones)&^double | (back-ones)&^back
	return bits.TrailingZeros64(found&high) / 8
}

// word returns the eight bytes of s at i, the first in the lowest place.
func word[T Text](s T, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// SQLStandard appends s as a string literal of standard SQL: in single quotes,
// and single quotes twice. This is the form for NO_BACKSLASH_ESCAPES; without
// it, MySQL would read backslashes in s as escapes.
func SQLStandard[T Text](dst []byte, s T) []byte { return doubled(dst, s, &quotes, '\'') }

// SQLName appends s as an identifier of MySQL: in backquotes, and backquotes
// twice. MySQL allows no zero byte in identifiers and refuses it.
func SQLName[T Text](dst []byte, s T) []byte { return doubled(dst, s, &backquotes, '`') }

// The bytes that are written twice.
var (
	quotes     = table{'\'': 1}
	backquotes = table{'`': 1}
)

// doubled appends s between quotes, with the quotes in it twice. The table has
// an entry for the quote alone.
func doubled[T Text](dst []byte, s T, special *table, quote byte) []byte {
	dst = append(dst, quote)
	for i := 0; ; i++ {
		start := i
		i = plain(s, i, special)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, quote)
		}
		dst = append(dst, quote, quote)
	}
}
