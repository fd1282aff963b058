package splitafter

import "strings"

// The last line has its end, too.
func Lines(s string) []string { return strings.SplitAfter(s, "\n") }

// It is found from behind.
func Crossed(s string) (all []string) {
	for s != "" {
		i := strings.LastIndex(s, "aa")
		if i < 0 {
			break
		}
		all = append(all, s[i:])
		s = s[:i]
	}
	return append(all, s+"aa")
}

// The pieces behind the last separator are not counted.
func Odd(s string) (all []string, n int) {
	for i, part := range strings.SplitAfter(s, ";") {
		if part == "" {
			break
		}
		n++
		if i%2 == 1 {
			all = append(all, part)
		}
	}
	return all, n
}

// What is returned has its end.
func First(s string) string {
	for _, line := range strings.SplitAfter(s, "\n") {
		if len(line) >= 4 {
			return line
		}
	}
	return "none"
}

// A line with its end is never empty.
func Ends(s string) (all []string) {
	for _, line := range strings.SplitAfter(s, "\n") {
		if line == "" {
			all = append(all, "empty")
			continue
		}
		all = append(all, line)
	}
	return all
}

// The last field of a line ends with the line.
func Nested(s string) (all []string) {
	for _, line := range strings.SplitAfter(s, "\n") {
		all = append(all, strings.SplitAfter(line, ",")...)
	}
	return all
}
