// Package equalfold has texts that are compared without regard to case, where folding
// and mapping are two things.
package equalfold

import (
	"bytes"
	"strings"
)

// SameLower maps: ſ stays ſ, and the Kelvin sign becomes k.
func SameLower(a, b string) bool { return strings.ToLower(a) == strings.ToLower(b) }

// SameUpper maps the other way: ſ becomes S, and ß stays.
func SameUpper(a, b string) bool { return strings.ToUpper(a) == strings.ToUpper(b) }

// SameBytes maps bytes, of which broken ones become others.
func SameBytes(a, b []byte) bool { return bytes.Equal(bytes.ToLower(a), bytes.ToLower(b)) }

// IsTask compares with a word that has letters with look-alikes.
func IsTask(s string) bool { return strings.ToLower(s) == "task" }

// IsOdd compares with a word that no text maps to.
func IsOdd(s string) bool { return strings.ToLower(s) == "Odd" }

var units = map[string]int{"k": 1000, "kib": 1024, "s": 1, "ſ": 2}

// Unit looks up the mapped text.
func Unit(s string) (int, bool) {
	n, ok := units[strings.ToLower(s)]
	return n, ok
}

// Kind switches over the mapped text.
func Kind(s string) string {
	switch strings.ToUpper(s) {
	case "":
		return "nothing"
	case "SOCKS", "KISS":
		return "a word"
	case "socks":
		return "never"
	}
	return "other"
}

// Scheme cuts before it maps, because mapping changes lengths.
func Scheme(url string) (secure bool, rest string) {
	if len(url) >= 8 && strings.ToLower(url[:8]) == "https://" {
		return true, url[8:]
	}
	return false, url
}

// Differs is the opposite, twice.
func Differs(a, b string) bool { return !(strings.ToUpper(a) == strings.ToUpper(b)) }

// Found looks for a text whatever the case of its letters is, and of those of the other.
func Found(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

// Where finds a text that has its own letters.
func Where(s, part string) int { return strings.Index(strings.ToUpper(s), part) }
