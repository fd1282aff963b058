// Package splitafter has texts that are cut into pieces which get their separators back.
package splitafter

import "strings"

// Lines gives each line an end, also the last one, which has none.
func Lines(s string) []string {
	lines := []string{}
	for _, line := range strings.Split(s, "\n") {
		lines = append(lines, line+"\n")
	}
	return lines
}

// Crossed cuts at a separator that may cross itself.
func Crossed(s string) (all []string) {
	for _, part := range strings.Split(s, "aa") {
		all = append(all, part+"aa")
	}
	return all
}

// Odd uses every second piece, and counts all.
func Odd(s string) (all []string, n int) {
	for i, part := range strings.Split(s, ";") {
		n++
		if i%2 == 0 {
			continue
		}
		all = append(all, part+";")
	}
	return all, n
}

// First returns the first line that is long enough with its end.
func First(s string) string {
	for _, line := range strings.Split(s, "\n") {
		if t := line + "\n"; len(t) > 4 {
			return t
		}
	}
	return "none"
}

// Ends tells the last one from the others by what is behind it.
func Ends(s string) (all []string) {
	for _, line := range strings.Split(s, "\n") {
		if line == "" {
			all = append(all, "empty")
			continue
		}
		all = append(all, line+"\n")
	}
	return all
}

// Nested cuts pieces into pieces.
func Nested(s string) (all []string) {
	for _, line := range strings.Split(s, "\n") {
		for _, field := range strings.Split(line+"\n", ",") {
			all = append(all, field+",")
		}
	}
	return all
}

// Later returns functions that make the line.
func Later(s string) (all []func() string) {
	for _, line := range strings.Split(s, "\n") {
		all = append(all, func() string { return line + "\n" })
	}
	return all
}
