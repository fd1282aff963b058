package appendfmt

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Logfmt appends s as a value or a key of a line such as msg="not found" n=3:
// as it is where that is clear, and else quoted as Go quotes. It appends what
// log/slog's TextHandler writes.
func Logfmt[T Text](dst []byte, s T) []byte {
	if isPlain(s) {
		return append(dst, s...)
	}
	return GoString(dst, s)
}

// isPlain reports whether s can be told from what surrounds it in a line of
// logfmt.
func isPlain[T Text](s T) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c <= ' ' || c == '=' || c == '"' {
				return false
			}
			i++
			continue
		}
		r, n := decode(s, i)
		if r == utf8.RuneError || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return false
		}
		i += n
	}
	return len(s) > 0
}

// GoString appends s as a string literal of Go, as strconv.Quote returns it.
func GoString[T Text](dst []byte, s T) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		r, n := decode(s, i)
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
		case strconv.IsPrint(r) && r >= utf8.RuneSelf:
			dst = append(dst, s[i:i+n]...)
		default:
			dst = goEscape(dst, r)
		}
		i += n
	}
	return append(dst, '"')
}

// goEscapes holds what follows the backslash for characters with a short escape.
var goEscapes = table{'\a': 'a', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r',
	'\t': 't', '\v': 'v', '"': '"', '\\': '\\'}

// goEscape appends a character that cannot be printed, or is a quote or a
// backslash.
func goEscape(dst []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf && goEscapes[r] != 0:
		return append(dst, '\\', goEscapes[r])
	case r < utf8.RuneSelf:
		return append(dst, '\\', 'x', hexDigits[r>>4], hexDigits[r&15])
	case r < 0x10000:
		return hexRune(append(dst, `\u`...), r, 12)
	}
	return hexRune(append(dst, `\U`...), r, 28)
}

// hexRune appends r, with its highest digit at the bit shift.
func hexRune(dst []byte, r rune, shift int) []byte {
	for ; shift >= 0; shift -= 4 {
		dst = append(dst, hexDigits[r>>shift&15])
	}
	return dst
}
