package appendfmt

import "unicode/utf8"

// jsonEscapes holds how each byte below 128 is written in a JSON string: as it
// is (0), after a backslash, or as 'u' and its number.
var jsonEscapes = [utf8.RuneSelf]byte{
	'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '"': '"', '\\': '\\',
	'<': 'u', '>': 'u', '&': 'u',
	0: 'u', 1: 'u', 2: 'u', 3: 'u', 4: 'u', 5: 'u', 6: 'u', 7: 'u', 11: 'u', 14: 'u', 15: 'u',
	16: 'u', 17: 'u', 18: 'u', 19: 'u', 20: 'u', 21: 'u', 22: 'u', 23: 'u', 24: 'u', 25: 'u',
	26: 'u', 27: 'u', 28: 'u', 29: 'u', 30: 'u', 31: 'u',
}

// JSON appends s as a JSON string, byte for byte as encoding/json writes it:
// also <, > and & are escaped, so that it may stand in a script of a page, and
// what is not UTF-8 becomes U+FFFD.
func JSON[T Text](dst []byte, s T) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if escape := jsonEscapes[c]; escape != 0 {
				dst = append(dst, s[start:i]...)
				dst = jsonEscape(dst, c, escape)
				start = i + 1
			}
			i++
			continue
		}
		r, n := decode(s, i)
		if r == utf8.RuneError && n == 1 || r == '\u2028' || r == '\u2029' {
			dst = append(dst, s[start:i]...)
			dst = append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15],
				hexDigits[r>>4&15], hexDigits[r&15])
			start = i + n
		}
		i += n
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func jsonEscape(dst []byte, c, escape byte) []byte {
	if escape != 'u' {
		return append(dst, '\\', escape)
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}
