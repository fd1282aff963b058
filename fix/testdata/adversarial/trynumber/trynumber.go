// Package trynumber has texts of which only some are numbers, and errors that seem not to matter.
package trynumber

import "strconv"

// Clamped has what strconv returns for a number that is out of range.
func Clamped(s string) (small, large int64) {
	small, _ = strconv.ParseInt(s, 10, 8)
	large, _ = strconv.ParseInt(s, 10, 64)
	return small, large
}

// Kind tries one after the other.
func Kind(s string) string {
	if _, err := strconv.Atoi(s); err == nil {
		return "int"
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	if b, err := strconv.ParseBool(s); err == nil {
		return strconv.FormatBool(b)
	}
	return "text"
}

// Last tells of the last one that failed.
func Last(words []string) (err error) {
	for _, s := range words {
		if _, err = strconv.ParseUint(s, 10, 16); err == nil {
			break
		}
	}
	return err
}

// Sum adds up what are numbers, and what a number that is out of range becomes.
func Sum(words []string) (sum uint64) {
	for _, s := range words {
		n, _ := strconv.ParseUint(s, 10, 32)
		sum += n
	}
	return sum
}

// Truth is false for what is none.
func Truth(s string) bool {
	b, _ := strconv.ParseBool(s)
	return b
}

// Half is half of what may be infinite, or no number at all.
func Half(s string) string {
	f, _ := strconv.ParseFloat(s, 32)
	return strconv.FormatFloat(f/2, 'g', -1, 64)
}
