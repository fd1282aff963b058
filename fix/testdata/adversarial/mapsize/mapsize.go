// Package mapsize has maps whose number of entries is known, or seems to be.
package mapsize

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Index keeps the first of equal words.
func Index(words []string) map[string]int {
	m := map[string]int{}
	for i, w := range words {
		if _, ok := m[w]; !ok {
			m[w] = i
		}
	}
	return m
}

// Floats has an entry for each NaN.
func Floats(xs []float64) int {
	m := make(map[float64]int)
	for _, x := range xs {
		m[x]++
	}
	return len(m)
}

// Merge writes into the map of the caller, and makes one when there is none.
func Merge(into map[string]int, from map[string]int) map[string]int {
	if into == nil {
		into = make(map[string]int)
	}
	for k, v := range from {
		into[k] += v
	}
	return into
}

// Boxed panics at a key that cannot be compared.
func Boxed(keys []any) (m map[any]bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("after %d keys: %v", len(m), r)
		}
	}()
	m = map[any]bool{}
	for _, k := range keys {
		m[k] = true
	}
	return m, nil
}

// Groups hand out lists of their own.
func Groups(words []string) map[byte][]string {
	m := make(map[byte][]string)
	for _, w := range words {
		if w == "" {
			continue
		}
		m[w[0]] = append(m[w[0]], w)
	}
	return m
}

// Nothing is nil, and not an empty map.
func Nothing(words []string) map[string]bool {
	if len(words) == 0 {
		return nil
	}
	m := make(map[string]bool)
	for _, w := range words {
		m[w] = len(w) > 1
	}
	return m
}

// Counted has a number from outside, which may be negative.
func Counted(n int) map[int]int {
	m := make(map[int]int)
	for i := 0; i < n; i++ {
		m[i] = n - i
	}
	return m
}

// Reversed loses all but the last of equal values.
func Reversed(m map[string]int) map[int]string {
	out := make(map[int]string)
	keys := slices.Sorted(maps.Keys(m))
	for _, k := range keys {
		out[m[k]] = k
	}
	return out
}

// Removed ranges over a map that it changes.
func Removed(words []string) int {
	left := make(map[string]int)
	for _, w := range words {
		left[w]++
	}
	for w, n := range left {
		if n > 1 {
			delete(left, w)
		}
	}
	return len(left)
}

// Seen says in the end how many words there were, also of one that cannot be read.
func Seen(text string, max int) (n int, err error) {
	// Counted when the function ends.
	seen := make(map[string]int)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("after %d words: %v", len(seen), r)
		}
		n = len(seen)
	}()
	words := strings.Fields(text)
	for i, w := range words {
		seen[w] = 1 / (max - i)
	}
	return -1, nil
}

// Added has an end, which is no word.
func Added(words []string) map[string]int {
	m := map[string]int{}
	all := append(slices.Clip(words), "end")
	put(m, all)
	if len(words) == 0 {
		delete(m, "end")
	}
	return m
}

func put(to map[string]int, words []string) {
	for i, w := range words {
		to[w] = i
	}
}
