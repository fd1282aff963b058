package padding

import (
	"strings"
	"unicode/utf8"
)

// Something is always missing.
func Zeros(s string, n int) string { return strings.Repeat("0", n-len(s)) + s }

// It is filled from the left.
func Behind(s string, n int) string {
	if len(s) < n {
		s = strings.Repeat(" ", n-len(s)) + s
	}
	return s
}

// Characters are bytes.
func Characters(s string, n int) string {
	if len(s) < n {
		s = strings.Repeat(".", n-len(s)) + s
	}
	return s
}

// Half as many are missing.
func Parts(s string, n int) string {
	if len(s) < n {
		s = strings.Repeat("ab", (n-len(s))/2) + s
	}
	return s
}

// A part is a character.
func Broken(s string, n int) string {
	if m := utf8.RuneCountInString(s); m < n {
		s += strings.Repeat("\xa9", n-m)
	}
	return s
}

// The place is looked at once it is needed.
func At(s string, n []int) (text string, problem any) {
	if len(n) == 0 {
		return s, nil
	}
	return Zeros(s, max(n[0], len(s))), nil
}
