// Package sorted has functions that sort what is equal, what has no order, and
// what must not be compared.
package sorted

import (
	"cmp"
	"sort"
	"strings"
)

// Item has a key and shows in what order it came.
type Item struct {
	Key  int
	Name string
}

// Stable keeps equal keys in order.
func Stable(items []Item) {
	sort.SliceStable(items, func(i, j int) bool { return items[i].Key < items[j].Key })
}

// Ranked orders them by key and then by name.
func Ranked(items []Item) {
	sort.Slice(items, func(i, j int) bool {
		if items[i].Key != items[j].Key {
			return items[i].Key > items[j].Key
		}
		return items[i].Name < items[j].Name
	})
}

// Floats have no order where there is NaN.
func Floats(xs []float64) {
	sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })
}

// Numbers goes first where it is not.
func Numbers(xs []float64) { sort.Float64s(xs) }

// Pointers panics for nil, unless there is nothing to compare with.
func Pointers(items []*Item) {
	sort.SliceStable(items, func(i, j int) bool { return items[i].Key < items[j].Key })
}

// Differences would overflow.
func Differences(xs []int) {
	sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })
}

// ByLength is a sort.Interface.
type ByLength []string

func (b ByLength) Len() int           { return len(b) }
func (b ByLength) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b ByLength) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

// Lengths keeps texts of one length in order.
func Lengths(words []string) string {
	list := append([]string(nil), words...)
	sort.Stable(ByLength(list))
	return strings.Join(list, " ")
}

// Falling sorts down, and keeps equal ones in order.
func Falling(words []string) {
	sort.Stable(sort.Reverse(ByLength(words)))
}

// Other sorts one list by another.
func Other(names []string, keys map[string]int) {
	sort.SliceStable(names, func(i, j int) bool { return keys[names[i]] < keys[names[j]] })
}

// Smallest sorts a copy.
func Smallest(items []Item) Item {
	list := append([]Item(nil), items...)
	sort.SliceStable(list, func(i, j int) bool { return cmp.Less(list[i].Key, list[j].Key) })
	return list[0]
}
