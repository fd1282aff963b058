package pathshape

import (
	"strings"
)

// Levels is above the highest level of Reduce.
const Levels = 5

// Reduce appends path to dst with segments replaced by what they look like. At
// level 0 none are; at 1 those that are values in nearly any program; at 2 also
// those with digits and of several words; at 3 every word from the third segment
// on that is not one of a program's usual ones, and at 4 those before it. What a path
// becomes depends on nothing but the path and the level, and a path that was
// reduced before becomes what it would have become at once.
func Reduce(dst, path []byte, level int) []byte {
	if level == 0 || len(path) == 0 {
		return append(dst, path...)
	}
	rest, before := string(path), ""
	depth := 0
	for len(rest) > 0 {
		if rest[0] == '/' {
			dst = append(dst, '/')
			rest = rest[1:]
			depth++
			if level == 4 && depth > 6 {
				return append(dst, marker, byte(lost))
			}
		}
		seg := rest
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			seg, rest = rest[:i], rest[i:]
		} else {
			rest = ""
		}
		dst = reduceSegment(dst, seg, before, len(rest) > 0, depth, level)
		before = seg
	}
	return dst
}

func reduceSegment(dst []byte, seg, before string, inner bool, depth, level int) []byte {
	if seg == "" || level < 3 && isAPIVersion(seg, before, inner) {
		return append(dst, seg...)
	}
	l := look{class: number}
	if !allDigits(seg) {
		l = lookAt(seg)
	}
	c := l.class
	switch {
	case l.hard():
	case level >= 2 && (c == coded || c == slug || c == text),
		level >= 3 && depth >= 3 && c != version && !reserved(seg),
		level >= 4 && c != version && !reserved(seg):
		c = lost
	default:
		return append(dst, seg...)
	}
	if level >= 4 {
		l.lead, l.ext = "", ""
	}
	if level >= 2 {
		c = lost
	}
	dst = append(dst, l.lead...)
	dst = append(dst, marker, byte(c))
	return append(dst, l.ext...)
}

// allDigits reports whether s is digits, which most values are.
func allDigits(s string) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return len(s) > 0
}

// isAPIVersion reports whether a number is a word of the program because of
// where it stands, as in /rest/2/issue.
func isAPIVersion(seg, before string, inner bool) bool {
	if !inner || len(seg) != 1 || seg[0]-'0' > 9 {
		return false
	}
	switch strings.ToLower(before) {
	case "api", "rest", "version", "v", "apis":
		return true
	}
	return false
}
