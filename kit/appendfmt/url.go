package appendfmt

import "strings"

// urlPlain holds what never needs an escape in a URL.
const urlPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~"

// The bytes that stay as they are in a value of a query, and in a segment of a
// path.
var (
	inQuery = set(urlPlain)
	inPath  = set(urlPlain + "$&+=:@")
)

// set returns which bytes are in s.
func set(s string) (table [256]bool) {
	for i := range 256 {
		table[i] = strings.IndexByte(s, byte(i)) >= 0
	}
	return table
}

// URLQuery appends s for a name or a value in a URL's query, as url.QueryEscape
// returns it: a space becomes a plus sign.
func URLQuery[T Text](dst []byte, s T) []byte {
	for i := range len(s) {
		switch c := s[i]; {
		case inQuery[c]:
			dst = append(dst, c)
		case c == ' ':
			dst = append(dst, '+')
		default:
			dst = percent(dst, c)
		}
	}
	return dst
}

// URLPath appends s for one segment of a URL's path, as url.PathEscape returns
// it.
func URLPath[T Text](dst []byte, s T) []byte {
	for i := range len(s) {
		if c := s[i]; inPath[c] {
			dst = append(dst, c)
		} else {
			dst = percent(dst, c)
		}
	}
	return dst
}

func percent(dst []byte, c byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, '%', digits[c>>4], digits[c&15])
}
