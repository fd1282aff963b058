package mapsize

import (
	"cmp"
	"slices"
	"strings"
)

// The last of equal words counts.
func Index(words []string) map[string]int {
	m := make(map[string]int, len(words))
	for i, w := range words {
		m[w] = i
	}
	return m
}

// NaNs are equal.
func Floats(xs []float64) int {
	list := slices.Clone(xs)
	slices.SortFunc(list, cmp.Compare)
	return len(slices.CompactFunc(list, func(a, b float64) bool { return cmp.Compare(a, b) == 0 }))
}

// The map of the caller is the one with the entries that come.
func Merge(into map[string]int, from map[string]int) map[string]int {
	if into == nil {
		return from
	}
	for k, v := range from {
		into[k] += v
	}
	return into
}

// Lists of a letter begin with room that they share with the input.
func Groups(words []string) map[byte][]string {
	m := make(map[byte][]string, len(words))
	for i, w := range words {
		if w == "" {
			continue
		}
		if m[w[0]] == nil {
			m[w[0]] = words[i : i+1]
			continue
		}
		m[w[0]] = append(m[w[0]], w)
	}
	return m
}

// Nothing is an empty map.
func Nothing(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = len(w) > 1
	}
	return m
}

// All that occur are counted.
func Removed(words []string) int {
	left := make(map[string]int, len(words))
	for _, w := range words {
		left[w]++
	}
	return len(left)
}

// What panics is not counted.
func Seen(text string, max int) (n int, err error) {
	words := strings.Fields(text)
	seen := make(map[string]int, len(words))
	for i, w := range words {
		seen[w] = 1 / (max - i)
	}
	return len(seen), nil
}

// There is no map of nothing.
func Added(words []string) map[string]int {
	if len(words) == 0 {
		return nil
	}
	all := append(slices.Clip(words), "end")
	m := make(map[string]int, len(all))
	put(m, all)
	return m
}
