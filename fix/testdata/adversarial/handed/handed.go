// Package handed gives memory to what callers pass in, which may keep it, and reads names
// and texts that are seldom as one expects them.
package handed

import (
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"
)

// Store may keep what it is given.
type Store interface {
	Put(key string, value []byte)
}

// Each gives each row to a function.
func Each(rows []string, put func([]byte)) {
	for _, row := range rows {
		put([]byte(row + "\n"))
	}
}

// Put stores each number under its place.
func Put(s Store, numbers []int) {
	for i, n := range numbers {
		s.Put(strconv.Itoa(i), strconv.AppendInt(nil, int64(n), 16))
	}
}

// Last stores one value, and the next call another.
func Last(s Store, text string) { s.Put("last", []byte(strings.TrimSpace(text))) }

// Counts gives a map of the letters of each word.
func Counts(words []string, visit func(map[rune]int)) {
	for _, w := range words {
		m := map[rune]int{}
		for _, c := range w {
			m[c]++
		}
		visit(m)
	}
}

// Pair sends two pieces.
func Pair(c chan<- []byte, text string) {
	before, after, _ := strings.Cut(text, "=")
	for _, piece := range []string{before, after} {
		select {
		case c <- []byte(piece):
		default:
		}
	}
}

// Lines yields lines that belong to who ranges over them.
func Lines(text string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for line := range strings.Lines(text) {
			if !yield([]byte(strings.ToUpper(line))) {
				return
			}
		}
	}
}

// Frames takes frames, and may keep them.
type Frames interface {
	Send(frame []byte) error
}

// Send sends each number by itself.
func Send(f Frames, numbers []int) error {
	for _, n := range numbers {
		if err := f.Send(strconv.AppendInt(nil, int64(n), 10)); err != nil {
			return err
		}
	}
	return nil
}

// Trace is found under its canonical name only.
func Trace(h http.Header) string { return h.Get("x-trace-id") }

// Spelled counts the names that stand there as they are spelled here.
func Spelled(h http.Header) int { return len(h["x-span-id"]) + 10*len(h["x-span"]) }

// Owner is what stands between two words.
func Owner(path string) (string, bool) {
	if rest, ok := strings.CutPrefix(path, "owner:"); ok {
		return strings.CutSuffix(rest, "/profile")
	}
	return "", false
}

// Quoted is at most so long as its parts.
func Quoted(text string) string {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		return fmt.Sprintf("<%s>", text[1:len(text)-1])
	}
	return text
}
