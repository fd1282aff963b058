package groups

import (
	"strings"
)

// A group that is not there has no place.
func Optional(s string) []string {
	m := pair.FindStringSubmatchIndex(s)
	if m == nil {
		return nil
	}
	return []string{s[m[0]:m[1]], s[m[2]:m[3]], s[m[4]:m[5]], s[m[6]:m[7]]}
}

// The places are those of the whole text.
func Rest(s string) (out []string) {
	for len(s) > 0 {
		m := pair.FindStringSubmatchIndex(s)
		if len(m) == 0 {
			break
		}
		found := s[m[0]:m[1]]
		s = s[strings.Index(s, found)+len(found):]
		if m[4] < 0 || m[5] > len(s) {
			continue
		}
		out = append(out, s[m[4]:m[5]], s)
	}
	return out
}

// No match is no panic.
func Unchecked(s string) string {
	m := pair.FindStringSubmatchIndex(s)
	if m == nil {
		return "-"
	}
	if m[4] < 0 {
		return s[m[2]:m[3]] + "-"
	}
	return s[m[2]:m[3]] + "-" + s[m[4]:m[5]]
}

// There are twice as many numbers.
func Numbered(s string, i int) string {
	m := pair.FindStringSubmatchIndex(s)
	if m == nil {
		return "none"
	}
	if i < 0 || i > 6 || m[i] < 0 || m[i+1] < m[i] {
		return s[m[2]:m[3]]
	}
	return s[m[i]:m[i+1]] + s[m[2]:m[3]]
}

// The text is another one.
func Later(s string) (out string) {
	m := pair.FindStringSubmatchIndex(s)
	defer func() {
		if len(m) > 4 && m[4] >= 0 {
			out += s[m[2]:m[3]] + s[m[4]:m[5]]
		}
	}()
	s = "z=" + s
	return s
}

// There is room behind the group.
func Appended(b []byte) (string, []byte) {
	m := pair.FindSubmatchIndex(b)
	if m == nil || m[4] < 0 {
		return "", b
	}
	long := append(b[m[2]:m[3]], "!!"...)
	b[m[0]] = 'X'
	return string(long) + string(b[m[4]:m[5]]), b
}

// The text is asked for twice.
func Once(s string) (string, int) {
	c := &counter{}
	if m := pair.FindStringSubmatchIndex(c.next(s)); m != nil {
		t := c.next(s)
		if m[4] < 0 {
			return t[m[2]:m[3]], c.calls
		}
		return t[m[2]:m[3]] + t[m[4]:m[5]] + t[m[4]:m[5]], c.calls
	}
	return "", c.calls
}
