package appendfmt

import "unicode/utf8"

// jsonEscapes holds how each byte is written in a JSON string: after a
// backslash, as 'u' and its number, or, where it begins a longer character,
// together with the bytes that follow it.
var jsonEscapes = jsonTable()

// longer is the entry of a byte that is not ASCII.
const longer = 1

func jsonTable() table {
	t := table{'"': '"', '\\': '\\', '<': 'u', '>': 'u', '&': 'u'}
	for c := range byte(' ') {
		t[c] = 'u'
	}
	t['\b'], t['\f'], t['\n'], t['\r'], t['\t'] = 'b', 'f', 'n', 'r', 't'
	for c := utf8.RuneSelf; c < len(t); c++ {
		t[c] = longer
	}
	return t
}

// JSON appends s as a JSON string, byte for byte as encoding/json of Go 1.26
// writes it: also <, > and & are escaped, so that it may stand in a script of a
// page, and what is not UTF-8 becomes \ufffd. Go 1.27 writes that character
// itself, which means the same.
func JSON[T Text](dst []byte, s T) []byte {
	dst = append(dst, '"')
	for i := 0; ; {
		start := i
		i = plain(s, i, &jsonEscapes)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '"')
		}
		switch escape := jsonEscapes[s[i]]; escape {
		case 'u':
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[s[i]>>4], hexDigits[s[i]&15])
			i++
		case longer:
			r, n := decode(s, i)
			if r == utf8.RuneError && n == 1 || r == '\u2028' || r == '\u2029' {
				dst = hexRune(append(dst, `\u`...), r, 12)
			} else {
				dst = append(dst, s[i:i+n]...)
			}
			i += n
		default:
			dst = append(dst, '\\', escape)
			i++
		}
	}
}
