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

// Files are sorted by a type that holds them.
type Files []Person

// Len counts them.
func (f Files) Len() int { return len(f) }

// Swap exchanges two.
func (f Files) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

type byName struct{ Files }

// Less compares names.
func (f byName) Less(i, j int) bool { return f.Files[i].Name < f.Files[j].Name }

// ByName keeps equals in their order.
func ByName(list []Person) { sort.Stable(byName{list}) }

type byRank struct {
	list []Person
	rank map[string]int
	less func(i, j int) bool
}

func (r *byRank) Len() int      { return len(r.list) }
func (r *byRank) Swap(i, j int) { r.list[i], r.list[j] = r.list[j], r.list[i] }
func (r *byRank) Less(i, j int) bool {
	if r.less != nil {
		return r.less(i, j)
	}
	return r.rank[r.list[i].Name] < r.rank[r.list[j].Name]
}

// ByRank sorts by a map that may be nil.
func ByRank(list []Person, rank map[string]int) { sort.Stable(&byRank{list: list, rank: rank}) }

type asked struct {
	list []Person
	less func(i, j int) bool
}

func (a asked) Len() int           { return len(a.list) }
func (a asked) Swap(i, j int)      { a.list[i], a.list[j] = a.list[j], a.list[i] }
func (a asked) Less(i, j int) bool { return a.less(i, j) }

// Oldest comes first.
func Oldest(list []Person) {
	by := &asked{list, func(i, j int) bool { return list[i].Age > list[j].Age }}
	sort.Stable(by)
}

// Beside sorts by what does not move along.
func Beside(list []Person) {
	still := append([]Person(nil), list...)
	sort.Stable(asked{list, func(i, j int) bool { return still[i].Age < still[j].Age }})
}

type within struct {
	list   []Person
	modulo *int
}

func (w within) Len() int      { return len(w.list) }
func (w within) Swap(i, j int) { w.list[i], w.list[j] = w.list[j], w.list[i] }
func (w within) Less(i, j int) bool {
	a := w.list[i].Age % *w.modulo
	return a < w.list[j].Age%*w.modulo
}

// Modulo sorts by remainders; nothing is divided where there is nothing to compare.
func Modulo(list []Person, n int) { sort.Stable(within{list, &n}) }

// Ranked holds people, and how often it was asked.
type Ranked struct {
	People []Person
	asked  int
}

func (r *Ranked) younger(i, j int) bool { return r.People[i].Age < r.People[j].Age }

func (r *Ranked) counting(i, j int) bool {
	r.asked++
	return r.People[i].Age < r.People[j].Age
}

// Younger keeps equals in their order.
func Younger(list []Person) {
	r := &Ranked{People: list}
	if !sort.SliceIsSorted(r.People, r.younger) {
		sort.SliceStable(r.People, r.younger)
	}
}

// Comparisons counts how often it was asked.
func Comparisons(list []Person) int {
	r := &Ranked{People: list}
	sort.SliceStable(r.People, r.counting)
	return r.asked
}

// Half asks about the whole.
func Half(list []Person) {
	r := &Ranked{People: list}
	sort.SliceStable(r.People[len(list)/2:], r.younger)
}
