// Package hoist has values that are the same at each call, until it can be seen that they
// are one.
package hoist

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// Table is the caller's own.
func Table() map[string]int { return map[string]int{"a": 1, "b": 2} }

// Row is the caller's own, and may be appended to.
func Row() []int { return []int{1, 2, 3} }

// Fault is another error at each call.
func Fault(s string) error {
	if s == "" {
		return errors.New("empty")
	}
	return nil
}

// Matched has a pattern that does not compile for some words.
func Matched(word, s string) bool { return regexp.MustCompile("^" + word + "$").MatchString(s) }

// Masked replaces letters by a table that depends on its argument.
func Masked(s, with string) string { return strings.NewReplacer("a", with, "b", "").Replace(s) }

// Weights are changed while they are summed up.
func Weights(n int) (sum int) {
	weights := []int{3, 1, 2}
	for i := range n {
		weights[i%3] += i
		sum += weights[(i+1)%3]
	}
	return sum
}

// Nested hands out an inner map only.
func Nested(key string) map[string]bool {
	all := map[string]map[string]bool{"x": {"a": true}, "y": {}}
	return all[key]
}

// Random begins at the same seed each time.
func Random(n int) (sum int) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		sum = sum*10 + r.IntN(10)
	}
	return sum
}

// Written is handed to a function that may write to it.
func Written(f func([]string)) string {
	words := []string{"one", "two"}
	f(words)
	return strings.Join(words, " ")
}

// ErrCause is why, most of the time.
var ErrCause = errors.New("cause")

func wrap() error { return fmt.Errorf("wrapped: %w", ErrCause) }

// Wrapped says why, which may be something else for a while.
func Wrapped(why string) string {
	if why != "" {
		was := ErrCause
		ErrCause = errors.New(why)
		defer func() { ErrCause = was }()
	}
	return wrap().Error()
}
