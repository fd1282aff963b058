// Package prepend has loops that put pieces before a text.
package prepend

import (
	"errors"
	"strconv"
	"strings"
)

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// Base writes a number, of which the sign comes last.
func Base(n, base int) string {
	if base = base & 31; base < 2 {
		base = 10
	}
	negative := n < 0
	s := ""
	for {
		d := n % base
		if d < 0 {
			d = -d
		}
		s = digits[d:d+1] + s
		if n /= base; n == 0 {
			break
		}
	}
	if negative {
		s = "-" + s
	}
	return s
}

// Path names what is above, and separates by more than one byte.
func Path(text string) string {
	var path string
	for rest := text; ; {
		i := strings.LastIndexByte(rest, '/')
		if path != "" {
			path = " → " + path
		}
		path = "«" + rest[i+1:] + "»" + path
		if i < 0 {
			break
		}
		rest = rest[:i]
	}
	return path
}

// Letters keeps what is no letter.
func Letters(text string) (string, int) {
	s := ""
	for _, r := range text {
		if r == ' ' {
			s = "_" + s
			continue
		}
		s = string(r) + s
	}
	return s, len(s)
}

// Bytes are letters of their own.
func Bytes(text string) string {
	s := ""
	for i := range len(text) {
		s = string(rune(text[i])) + text[i:i+1] + s
	}
	return s
}

// Checked gives up when the text is too long, or a piece is wrong.
func Checked(words []string) (string, error) {
	s := ""
	for i, w := range words {
		if len(s) > 20 {
			return "", errors.New("too long at " + strconv.Itoa(i))
		}
		if w == "x" {
			return w, errors.New("wrong")
		}
		s = w + s
	}
	if s == "" {
		return "none", nil
	}
	return s, nil
}

// Each has every state of the text.
func Each(words []string) string {
	s, out := "", ""
	for _, w := range words {
		s = w + s
		out += s + ";"
	}
	return out
}

// Twice has two texts, of which one goes both ways.
func Twice(words []string) string {
	left := ""
	right := ""
	for i, w := range words {
		left = w + "," + left
		if i%2 == 0 {
			right = w + right
		} else {
			right += w
		}
	}
	return left + right
}

// Lines begins anew for each line.
func Lines(lines []string) (out []string) {
	for _, line := range lines {
		s := ""
		for _, w := range strings.Fields(line) {
			s = w + " " + s
		}
		out = append(out, s)
	}
	return out
}
