package escape

import (
	"strconv"
	"strings"
)

// escapeSegment returns text with %XX for each byte that cannot be in a segment of a
// path. The result has no slash. The compiler does so with the names of packages
// and files.
//
// It is not net/url, with which a program links net/netip, unique and weak.
func escapeSegment(text string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; plain(c) {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// plain reports whether c stands for itself: RFC 3986, section 3.3, less what
// may separate parameters of a segment.
func plain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-_.~$&+=:@", c) >= 0
}

// unescapeSegment returns the text that escapeSegment was given; ok is false when a percent
// sign is not followed by two hexadecimal digits.
func unescapeSegment(escaped string) (text string, ok bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(escaped, "%")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		if len(rest) < 2 {
			return "", false
		}
		c, err := strconv.ParseUint(rest[:2], 16, 8)
		if err != nil {
			return "", false
		}
		b.WriteByte(byte(c))
		escaped = rest[2:]
	}
}
