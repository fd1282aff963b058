// Package unreaderror has functions whose errors nobody seems to read.
package unreaderror

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// log counts the errors that it makes.
type log struct{ failures int }

func (l *log) fail(s string) error {
	l.failures++
	return fmt.Errorf("bad %q", s)
}

func (l *log) number(s string) (int, error) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, l.fail(s)
	}
	return int(s[0] - '0'), nil
}

// Counted returns a sum, and how often it failed.
func Counted(words []string) (sum, failures int) {
	var l log
	for _, s := range words {
		n, _ := l.number(s)
		sum += n
	}
	return sum, l.failures
}

// prefix returns the number that a text begins with, also where more follows.
func prefix(s string) (n int, _ error) {
	for i, c := range []byte(s) {
		if c < '0' || c > '9' {
			return n, fmt.Errorf("byte %d of %q is no digit", i, s)
		}
		n = n*10%1000003 + int(c-'0')
	}
	if s == "" {
		return -1, fmt.Errorf("no digits in %q", s)
	}
	return n, nil
}

// Prefixes adds up what texts begin with.
func Prefixes(words []string) (sum int) {
	for _, s := range words {
		n, _ := prefix(s)
		sum += n
	}
	return sum
}

// Whole adds up what texts are.
func Whole(words []string) (sum, others int) {
	for _, s := range words {
		if n, err := prefix(s); err == nil {
			sum += n
		} else {
			others++
		}
	}
	return sum, others
}

// pair cuts a text in two.
func pair(s string) (string, string, error) {
	a, b, ok := strings.Cut(s, "=")
	if !ok {
		return "", "", fmt.Errorf("no = in %q", s)
	}
	return a, b, nil
}

// First returns what the first text is called, or why it has no name.
func First(words []string) string {
	others := 0
	for _, s := range words {
		if name, _, err := pair(s); err == nil {
			return name
		}
		others++
	}
	if len(words) > 0 {
		if _, _, err := pair(words[0]); err != nil {
			return strconv.Itoa(others) + ": " + err.Error()
		}
	}
	return ""
}

var errDeep = errors.New("deep")

func depth(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	switch s[0] {
	case '(':
		n, err := depth(s[1:])
		if err != nil {
			return n, fmt.Errorf("in %q: %w", s, err)
		}
		return n + 1, nil
	case ')':
		return len(s), errDeep
	}
	return depth(s[1:])
}

// Depth returns how deep a text goes, and whether it is well formed.
func Depth(s string) (int, bool) {
	n, err := depth(s)
	return n, err == nil
}

func second(s string) (byte, error) {
	if len(s) != 2 {
		return 0, fmt.Errorf("%c is not the last", s[1])
	}
	return s[1], nil
}

// Second says what comes second, or what goes wrong.
func Second(s string) (out string) {
	defer func() {
		if r := recover(); r != nil {
			out = "too short"
		}
	}()
	c, err := second(s)
	if err != nil {
		c = '?'
	}
	return string(rune(c))
}

// kind says what it is, and that it was asked.
type kind struct{ asked *int }

func (k kind) String() string { *k.asked++; return "kind" }

func (k kind) of(s string) (string, error) {
	if strings.HasPrefix(s, "k") {
		return s[1:], nil
	}
	return "", fmt.Errorf("%q is not of %v", s, k)
}

// Asked returns the rests of texts, and how often the kind was asked what it is.
func Asked(words []string) (string, int) {
	k, rests := kind{new(int)}, ""
	for _, s := range words {
		if rest, err := k.of(s); err == nil {
			rests += rest
		}
	}
	return rests, *k.asked
}
