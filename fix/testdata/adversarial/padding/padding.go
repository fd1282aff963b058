// Package padding has texts that are filled in loops.
package padding

import "unicode/utf8"

// Zeros fills from the left, whatever n is.
func Zeros(s string, n int) string {
	for len(s) < n {
		s = "0" + s
	}
	return s
}

// Behind fills from the right, by an index.
func Behind(s string, n int) string {
	for i := len(s); i < n; i++ {
		s += " "
	}
	return s
}

// Characters counts characters, of which some are broken.
func Characters(s string, n int) string {
	for utf8.RuneCountInString(s) < n {
		s = "." + s
	}
	return s
}

// Parts adds two bytes each time, and may add one too many.
func Parts(s string, n int) string {
	for len(s) < n {
		s = "ab" + s
	}
	return s
}

// Broken adds what is a part of a character.
func Broken(s string, n int) string {
	for utf8.RuneCountInString(s) < n {
		s += "\xa9"
	}
	return s
}

// At asks for the length in a place that may not be there.
func At(s string, n []int) (text string, problem any) {
	defer func() { text, problem = s, recover() }()
	for len(s) < n[0] {
		s = "0" + s
	}
	return s, nil
}

// Seen is watched while it grows.
func Seen(s string, n int) (all []string) {
	for len(s) < n {
		s = "0" + s
		all = append(all, s)
	}
	return all
}
