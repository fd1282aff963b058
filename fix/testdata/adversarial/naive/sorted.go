package sorted

import (
	"cmp"
	"slices"
	"strings"
)

// Equal keys change places.
func Stable(items []Item) {
	slices.SortFunc(items, func(a, b Item) int { return cmp.Compare(a.Key, b.Key) })
}

// The keys go up.
func Ranked(items []Item) {
	slices.SortFunc(items, func(a, b Item) int {
		if a.Key != b.Key {
			return cmp.Compare(a.Key, b.Key)
		}
		return cmp.Compare(a.Name, b.Name)
	})
}

// NaN goes first.
func Floats(xs []float64) { slices.SortFunc(xs, cmp.Compare[float64]) }

// NaN stays where it is.
func Numbers(xs []float64) {
	slices.SortFunc(xs, func(a, b float64) int {
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
}

// Nil goes first.
func Pointers(items []*Item) {
	slices.SortStableFunc(items, func(a, b *Item) int {
		if a == nil || b == nil {
			return 0
		}
		return cmp.Compare(a.Key, b.Key)
	})
}

// The difference overflows.
func Differences(xs []int) { slices.SortFunc(xs, func(a, b int) int { return a - b }) }

// Texts of one length change places.
func Lengths(words []string) string {
	list := slices.Clone(words)
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return strings.Join(list, " ")
}

// Texts of one length come out backwards.
func Falling(words []string) {
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	slices.Reverse(words)
}

// What is not in the map goes last.
func Other(names []string, keys map[string]int) {
	slices.SortStableFunc(names, func(a, b string) int {
		x, ok := keys[a]
		y, also := keys[b]
		if ok != also {
			return map[bool]int{true: -1, false: 1}[ok]
		}
		return cmp.Compare(x, y)
	})
}

// Of equal keys it takes the last.
func Smallest(items []Item) Item {
	best := items[0]
	for _, i := range items {
		if i.Key <= best.Key {
			best = i
		}
	}
	return best
}
