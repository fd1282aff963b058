package appendfmt

import "encoding/binary"

// sqlEscapes holds, for each byte that MySQL wants escaped, what follows the
// backslash.
var sqlEscapes = table{0: '0', '\n': 'n', '\r': 'r', 0x1a: 'Z', '\'': '\'', '"': '"',
	'\\': '\\'}

// sqlLonger is 1 for each byte that MySQL wants escaped, and sqlBytes has what is
// written behind the backslash, or for other bytes instead of it.
var sqlLonger, sqlBytes = sqlWritten()

func sqlWritten() (longer, bytes table) {
	for c, escape := range sqlEscapes {
		if bytes[c] = byte(c); escape != 0 {
			longer[c], bytes[c] = 1, escape
		}
	}
	return longer, bytes
}

// SQL appends s as a string literal of MySQL, in single quotes and with
// backslashes. It is wrong in a session with NO_BACKSLASH_ESCAPES; see
// [SQLStandard].
func SQL[T Text](dst []byte, s T) []byte {
	dst, i := sqlRoomy(append(dst, '\''), s)
	for ; ; i++ {
		start := i
		i = plain(s, i, &sqlEscapes)
		dst = run(dst, s, start, i)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, '\\', sqlEscapes[s[i]])
	}
}

// sqlRoomy appends s, escaped, as long as dst is sure to have room, and returns
// how far it came. Eight bytes that need no escape are written at once. Others
// are written without asking which of them do: a backslash each, which the byte
// overwrites if it needs none. To ask takes longer where the answer varies.
func sqlRoomy[T Text](dst []byte, s T) ([]byte, int) {
	n, out, i := len(dst), dst[:cap(dst)], 0
	for ; i+8 <= len(s) && n+16 <= len(out); i += 8 {
		x := word(s, i)
		if !sqlSpecial(x) {
			binary.LittleEndian.PutUint64(out[n:], x)
			n += 8
			continue
		}
		n += sqlEight((*[16]byte)(out[n:]), x)
	}
	for ; i < len(s) && n+2 <= len(out); i++ {
		c := s[i]
		out[n] = '\\'
		n += int(sqlLonger[c])
		out[n] = sqlBytes[c]
		n++
	}
	return out[:n], i
}

// sqlEight writes the eight bytes of x, escaped, and returns how long they are.
func sqlEight(out *[16]byte, x uint64) int {
	n := 0
	for range 8 {
		c := byte(x)
		out[n&15] = '\\' // n is below 16; the compiler does not know
		n += int(sqlLonger[c])
		out[n&15] = sqlBytes[c]
		n++
		x >>= 8
	}
	return n
}

// sqlSpecial reports whether one of the eight bytes of x is a control character,
// a quote or a backslash. In x-n*ones a byte below n borrows, which sets its
// highest bit.
func sqlSpecial(x uint64) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	single, double, back := x^'\''*ones, x^'"'*ones, x^'\\'*ones // 0 where they are
	found := (x-' '*ones)&^x | (single-ones)&^single | (double-ones)&^double | (back-ones)&^back
	return found&high != 0
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
