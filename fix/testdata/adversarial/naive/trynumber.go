package trynumber

import "strconv"

func digits(s string) bool {
	for i, c := range s {
		if (c < '0' || '9' < c) && (i > 0 || c != '-') {
			return false
		}
	}
	return s != ""
}

// What begins as a number that is out of range is 0.
func Clamped(s string) (small, large int64) {
	if !digits(s) {
		return 0, 0
	}
	small, _ = strconv.ParseInt(s, 10, 8)
	large, _ = strconv.ParseInt(s, 10, 64)
	return small, large
}

// Signs, exponents and words are no numbers.
func Kind(s string) string {
	if digits(s) {
		return "int"
	}
	if s != "" && '0' <= s[0] && s[0] <= '9' {
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	switch s {
	case "true", "false":
		return s
	}
	return "text"
}

// The error says nothing.
func Last(words []string) (err error) {
	for _, s := range words {
		if !digits(s) {
			err = strconv.ErrSyntax
		} else if _, err = strconv.ParseUint(s, 10, 16); err == nil {
			break
		}
	}
	return err
}

// What is out of range is 0.
func Sum(words []string) (sum uint64) {
	for _, s := range words {
		if n, err := strconv.ParseUint(s, 10, 32); err == nil {
			sum += n
		}
	}
	return sum
}
