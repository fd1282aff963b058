// Package sortfunc has sorts of which the order of equal elements, the comparisons, or
// NaN can be seen.
package sortfunc

import (
	"sort"
	"strconv"
)

// Person is sorted by age alone.
type Person struct {
	Name string
	Age  int
}

// ByAge keeps equals in their order.
func ByAge(list []Person) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].Age < list[j].Age })
}

// Numbers have a NaN first.
func Numbers(xs []float64) { sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] }) }

// Descending is sorted the other way.
func Descending(xs []int) { sort.Sort(sort.Reverse(sort.IntSlice(xs))) }

// Texts are sorted by length and then as texts.
func Texts(list []string) {
	sort.Slice(list, func(i, j int) bool {
		if len(list[i]) != len(list[j]) {
			return len(list[i]) < len(list[j])
		}
		return list[i] < list[j]
	})
}

// Part sorts the middle.
func Part(xs []int) {
	if len(xs) > 2 {
		part := xs[1 : len(xs)-1]
		sort.Slice(part, func(i, j int) bool { return part[i] < part[j] })
	}
}

// Along moves a second slice in step.
type Along struct {
	Keys   []int
	Values []string
}

// Len is that of the keys.
func (a Along) Len() int { return len(a.Keys) }

// Less compares keys.
func (a Along) Less(i, j int) bool { return a.Keys[i] < a.Keys[j] }

// Swap moves both.
func (a Along) Swap(i, j int) {
	a.Keys[i], a.Keys[j] = a.Keys[j], a.Keys[i]
	a.Values[i], a.Values[j] = a.Values[j], a.Values[i]
}

// Sorted sorts both.
func Sorted(keys []int) []string {
	a := Along{Keys: keys}
	for _, k := range keys {
		a.Values = append(a.Values, strconv.Itoa(k))
	}
	sort.Sort(a)
	return a.Values
}

// Differences that overflow say the opposite.
func Differences(xs []int) { sort.Slice(xs, func(i, j int) bool { return xs[i]-xs[j] < 0 }) }

// IsSorted looks only.
func IsSorted(xs []int) bool {
	return sort.SliceIsSorted(xs, func(i, j int) bool { return xs[i] < xs[j] })
}

// Found looks up the first that is not less.
func Found(xs []int, x int) int {
	list := append([]int(nil), xs...)
	sort.Ints(list)
	return sort.Search(len(list), func(i int) bool { return list[i] >= x })
}
