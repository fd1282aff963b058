package sortfunc

import (
	"fmt"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "sortfunc")
	people := [][]Person{nil, {}, {{"a", 1}}, {{"b", 2}, {"a", 2}, {"c", 1}, {"d", 2}, {"e", 1}}}
	var many []Person
	for i := range 40 {
		many = append(many, Person{string(rune('a' + i)), i % 3})
	}
	for _, list := range append(people, many) {
		log.Do("ByAge", func() string { ByAge(list); return witness.Show(list) })
	}
	ranks := []map[string]int{nil, {}, {"a": 2, "b": 1, "e": 2}}
	for _, list := range append(people, many) {
		log.Do("Comparisons", func() string {
			return witness.Show(Comparisons(append([]Person(nil), list...)))
		})
		for i, f := range []func([]Person){Half, Younger, ByName, Oldest, Beside} {
			name := []string{"Half", "Younger", "ByName", "Oldest", "Beside"}[i]
			log.Do(name, func() string { f(list); return witness.Show(list) })
		}
		for _, rank := range ranks {
			log.Do("ByRank", func() string { ByRank(list, rank); return witness.Show(list) })
		}
		for _, n := range []int{3, 1, -2, 0} {
			log.Do("Modulo", func() string { Modulo(list, n); return witness.Show(list) })
		}
	}
	nan, zero := math.NaN(), math.Copysign(0, -1)
	for _, xs := range [][]float64{nil, {2, 1}, {0, zero, 0, zero}, {1, nan, 0}, {nan, 3, nan, 1, 2}} {
		log.Do("Numbers", func() string { Numbers(xs); return fmt.Sprint(xs) })
	}
	ints := func() [][]int {
		return [][]int{nil, {}, {1}, {2, 1}, {1, 1, 0}, {5, 3, 9, 1, 7, 3},
			{math.MaxInt, math.MinInt, 0, -1, 1}, {3, math.MinInt, math.MaxInt}}
	}
	for name, f := range map[string]func([]int){"Descending": Descending, "Part": Part,
		"Differences": Differences} {
		for _, xs := range ints() {
			log.Do(name, func() string { f(xs); return witness.Show(xs) })
		}
	}
	for _, list := range [][]string{nil, {"b", "a", "", "ab", "é", "z"}, witness.Texts()} {
		log.Do("Texts", func() string { Texts(list); return witness.Show(list) })
	}
	witness.Each(log, "Sorted", Sorted, ints()...)
	witness.Each(log, "IsSorted", IsSorted, ints()...)
	for _, xs := range ints() {
		for _, x := range []int{-1, 0, 1, 3, 100} {
			log.Do("Found", func() string { return fmt.Sprint(Found(xs, x)) })
			log.Do("Found", func() string { return witness.Show(xs) })
		}
	}
}
