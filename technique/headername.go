package technique

import "strings"

// CanonicalHeader returns the name under which net/http keeps a header: with a capital at its
// beginning and behind each hyphen. It is not ok for what is no name, which is kept as it is.
func CanonicalHeader(name string) (canonical string, ok bool) {
	b := []byte(name)
	capital := true
	for i, c := range b {
		switch {
		case !inHeader(c):
			return name, false
		case capital && 'a' <= c && c <= 'z':
			b[i] -= 'a' - 'A'
		case !capital && 'A' <= c && c <= 'Z':
			b[i] += 'a' - 'A'
		}
		capital = c == '-'
	}
	return string(b), name != ""
}

// inHeader reports whether the name of a header may have a byte: RFC 9110 calls
// them token characters.
func inHeader(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}
