package equalfold

import "github.com/wring-go/wring/technique"

// sameLower compares two texts letter by letter. Bytes that are no UTF-8 count
// as U+FFFD, which is what the mapping makes of them.
func sameLower() technique.Helper { return same("sameLower", "ToLower") }

func sameUpper() technique.Helper { return same("sameUpper", "ToUpper") }

func same(name, mapping string) technique.Helper {
	return technique.Helper{Name: name, Imports: []string{"unicode", "unicode/utf8"},
		Text: "// " + name + " reports whether strings." + mapping + "(s) == strings." + mapping +
			"(t).\nfunc " + name + `(s, t string) bool {
	for s != "" && t != "" {
		a, m := utf8.DecodeRuneInString(s)
		b, n := utf8.DecodeRuneInString(t)
		if a != b && unicode.` + mapping + `(a) != unicode.` + mapping + `(b) {
			return false
		}
		s, t = s[m:], t[n:]
	}
	return s == t
}`}
}

// appendLower maps letters of ASCII in place, and leaves text with others to
// package strings.
func appendLower() technique.Helper {
	return appendMapped("appendLower", "ToLower", "'A' <= c && c <= 'Z'", "+=")
}

func appendUpper() technique.Helper {
	return appendMapped("appendUpper", "ToUpper", "'a' <= c && c <= 'z'", "-=")
}

func appendMapped(name, mapping, changes, by string) technique.Helper {
	return technique.Helper{Name: name, Imports: []string{"strings", "unicode/utf8"},
		Text: "// " + name + " appends strings." + mapping + "(s) to dst.\nfunc " + name +
			`(dst []byte, s string) []byte {
	start := len(dst)
	dst = append(dst, s...)
	for i := start; i < len(dst); i++ {
		switch c := dst[i]; {
		case c >= utf8.RuneSelf:
			return append(dst[:start], strings.` + mapping + `(s)...)
		case ` + changes + `:
			dst[i] ` + by + ` 'a' - 'A'
		}
	}
	return dst
}`}
}
