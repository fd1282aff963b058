// Package lettercase has the functions with which techniques map the case of letters where the
// text goes.
package lettercase

import "github.com/wring-go/wring/technique"

// AppendLower appends strings.ToLower of a text to bytes. Letters of ASCII are mapped in place; a
// text with others, which may become shorter, is left to package strings before that.
func AppendLower() technique.Helper {
	return appendMapped("appendLower", "ToLower", "'A' <= c && c <= 'Z'", "+=")
}

// AppendUpper does the same for strings.ToUpper.
func AppendUpper() technique.Helper {
	return appendMapped("appendUpper", "ToUpper", "'a' <= c && c <= 'z'", "-=")
}

func appendMapped(name, mapping, changes, by string) technique.Helper {
	return technique.Helper{Name: name, Imports: []string{"strings", "unicode/utf8"},
		Text: "// " + name + " appends strings." + mapping + "(s) to dst.\nfunc " + name +
			`(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return append(dst, strings.` + mapping + `(s)...)
		}
	}
	start := len(dst)
	dst = append(dst, s...)
	for i := start; i < len(dst); i++ {
		if c := dst[i]; ` + changes + ` {
			dst[i] ` + by + ` 'a' - 'A'
		}
	}
	return dst
}`}
}
