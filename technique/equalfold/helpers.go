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
