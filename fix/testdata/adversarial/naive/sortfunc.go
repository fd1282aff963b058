package sortfunc

import (
	"cmp"
	"slices"
	"strconv"
)

// Equals may change places.
func ByAge(list []Person) {
	slices.SortFunc(list, func(a, b Person) int {
		return cmp.Or(cmp.Compare(a.Age, b.Age), cmp.Compare(a.Name, b.Name))
	})
}

// They are sorted upwards and not turned round.
func Descending(xs []int) { slices.Sort(xs) }

// Texts of a length stay as they were.
func Texts(list []string) {
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
}

// The whole is sorted.
func Part(xs []int) { slices.Sort(xs) }

// The second slice stays.
func Sorted(keys []int) []string {
	var values []string
	for _, k := range keys {
		values = append(values, strconv.Itoa(k))
	}
	slices.Sort(keys)
	return values
}

// It sorts the caller's list.
func Found(xs []int, x int) int {
	slices.Sort(xs)
	i, _ := slices.BinarySearch(xs, x)
	return i
}

// What is compared moves along.
func Beside(list []Person) {
	slices.SortStableFunc(list, func(a, b Person) int { return cmp.Compare(a.Age, b.Age) })
}

// Names that no map holds come last.
func ByRank(list []Person, rank map[string]int) {
	slices.SortStableFunc(list, func(a, b Person) int {
		x, ok := rank[a.Name]
		y, found := rank[b.Name]
		if ok != found {
			return map[bool]int{true: -1, false: 1}[ok]
		}
		return cmp.Compare(x, y)
	})
}

// It divides where there is nothing to compare.
func Modulo(list []Person, n int) {
	one := 1 % n
	slices.SortStableFunc(list, func(a, b Person) int {
		return cmp.Compare(one*a.Age%n, one*b.Age%n)
	})
}

// Equals change places.
func Younger(list []Person) {
	slices.SortStableFunc(list, func(a, b Person) int {
		return cmp.Or(cmp.Compare(a.Age, b.Age), cmp.Compare(b.Name, a.Name))
	})
}

// It asks twice.
func Comparisons(list []Person) int {
	r := &Ranked{People: list}
	slices.SortStableFunc(r.People, func(a, b Person) int {
		r.asked += 2
		return cmp.Compare(a.Age, b.Age)
	})
	return r.asked
}

// It asks about the half.
func Half(list []Person) {
	slices.SortStableFunc(list[len(list)/2:], func(a, b Person) int {
		return cmp.Compare(a.Age, b.Age)
	})
}
