// Package textroom has slices of bytes with little room, whose length, memory or
// capacity matters.
package textroom

import (
	"slices"
	"strconv"
	"strings"
)

// Pair begins with its key.
func Pair(key, value string) []byte {
	b := make([]byte, 0, 8)
	b = append(b, key...)
	b = append(b, ": "...)
	b = append(b, value...)
	return b
}

// Joined is empty, and not nil, where both texts are.
func Joined(s, t string) []byte {
	b := make([]byte, 0, 2)
	b = append(b, s...)
	b = append(b, t...)
	return b
}

// Based writes up to 65 digits and signs, and panics where there is no such base.
func Based(n int64, base int) []byte {
	b := make([]byte, 0, 2)
	b = append(b, '<')
	b = strconv.AppendInt(b, n, base)
	b = append(b, '>')
	return b
}

// Float writes up to 300 digits.
func Float(f float64) []byte {
	b := make([]byte, 0, 4)
	b = append(b, '~')
	b = strconv.AppendFloat(b, f, 'f', -1, 64)
	return b
}

// Rows returns lines of their own, which callers append to.
func Rows(ns []int64) [][]byte {
	var rows [][]byte
	for i, n := range ns {
		b := make([]byte, 0, 2)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, '=')
		b = strconv.AppendInt(b, n, 10)
		rows = append(rows, b)
	}
	return rows
}

// Siblings share what fits behind the number.
func Siblings(n int64) string {
	b := make([]byte, 0, 2)
	b = strconv.AppendInt(b, n, 10)
	b = append(b, '-')
	x := append(b, 'a')
	y := append(b, 'b')
	return string(x) + string(y)
}

func head(n int64) []byte {
	b := make([]byte, 0, 2)
	b = append(b, '#')
	b = strconv.AppendInt(b, n, 10)
	return b
}

// Titles are two lines that begin alike, as far as they share memory.
func Titles(n int64) string {
	h := head(n)
	x := append(h, 'x')
	y := append(h, 'y')
	return string(x) + string(y)
}

// Chunks cuts where the slice is full.
func Chunks(s string) []string {
	var out []string
	b := make([]byte, 0, 4)
	b = append(b, "<->"...)
	for i := range len(s) {
		if len(b) == cap(b) {
			out = append(out, string(b))
			b = b[:0]
		}
		b = append(b, s[i])
	}
	return append(out, string(b))
}

// Partly returns what was written before it panics.
func Partly(xs []int, at int) (out []byte) {
	b := make([]byte, 0, 2)
	defer func() {
		recover()
		out = b
	}()
	b = append(b, '[')
	b = strconv.AppendInt(b, int64(xs[at]), 10)
	b = append(b, ']')
	return b
}

// Shadowed has a len that is not the length, and may be negative.
func Shadowed(s string) []byte {
	len := func(s string) int { return strings.Count(s, "a") - 1 }
	b := make([]byte, 0, 2)
	b = append(b, s...)
	b = strconv.AppendInt(b, int64(len(s)), 10)
	return b
}

// Doubled appends a text that changes through its address.
func Doubled(s string) []byte {
	p := &s
	b := make([]byte, 0, 2)
	b = append(b, s...)
	*p += "/" + *p
	b = append(b, s...)
	return b
}

// Sent gives a slice to each goroutine.
func Sent(words []string) string {
	done := make(chan []byte, len(words))
	for i, w := range words {
		go func() {
			b := make([]byte, 0, 2)
			b = append(b, w...)
			b = append(b, '#')
			b = strconv.AppendInt(b, int64(i), 10)
			done <- b
		}()
	}
	var all []string
	for range words {
		all = append(all, string(<-done))
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}
