package prepend

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// The sign is reversed with the digits.
func Base(n, base int) string {
	if base = base & 31; base < 2 {
		base = 10
	}
	var b []byte
	if n < 0 {
		b = append(b, '-')
	}
	for {
		d := n % base
		if d < 0 {
			d = -d
		}
		b = append(b, digits[d])
		if n /= base; n == 0 {
			break
		}
	}
	slices.Reverse(b)
	return string(b)
}

// Pieces of several bytes are reversed.
func Path(text string) string {
	var b []byte
	for rest := text; ; {
		i := strings.LastIndexByte(rest, '/')
		if len(b) > 0 {
			b = append(b, " → "...)
		}
		b = append(append(append(b, "«"...), rest[i+1:]...), "»"...)
		if i < 0 {
			break
		}
		rest = rest[:i]
	}
	slices.Reverse(b)
	return string(b)
}

// Letters are reversed, and bytes that are none become letters.
func Letters(text string) (string, int) {
	r := []rune(strings.ReplaceAll(text, " ", "_"))
	slices.Reverse(r)
	s := string(r)
	return s, len(r)
}

// A byte is not a letter.
func Bytes(text string) string {
	var b []byte
	for i := range len(text) {
		b = append(b, text[i], text[i])
	}
	slices.Reverse(b)
	return string(b)
}

// What is too long is found one word later.
func Checked(words []string) (string, error) {
	var b []byte
	for i, w := range words {
		if w == "x" {
			return w, errors.New("wrong")
		}
		if len(b) > 20 {
			return "", errors.New("too long at " + strconv.Itoa(i))
		}
		for j := len(w) - 1; j >= 0; j-- {
			b = append(b, w[j])
		}
	}
	if len(b) == 0 {
		return "none", nil
	}
	slices.Reverse(b)
	return string(b), nil
}

// Only the last state is there.
func Each(words []string) string {
	out := ""
	for i := range words {
		if i == len(words)-1 {
			reversed := slices.Clone(words)
			slices.Reverse(reversed)
			out += strings.Join(reversed, "") + ";"
		}
	}
	return out
}
