package sorted

import (
	"fmt"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "sorted")
	many := func(n int) []Item {
		var items []Item
		for i := range n {
			items = append(items, Item{i * 7 % 5, fmt.Sprint(i)})
		}
		return items
	}
	for name, f := range map[string]func([]Item){"Stable": Stable, "Ranked": Ranked} {
		for _, items := range [][]Item{nil, {}, {{1, "a"}}, many(7), many(100)} {
			log.Do(name, func() string { f(items); return fmt.Sprint(items) })
		}
	}
	for _, items := range [][]Item{nil, {}, {{1, "a"}}, many(7), many(100)} {
		log.Do("Smallest", func() string { return fmt.Sprint(Smallest(items), items) })
	}
	for name, f := range map[string]func([]float64){"Floats": Floats, "Numbers": Numbers} {
		for _, xs := range [][]float64{nil, {1, math.NaN(), 0}, {math.NaN(), 2, 1, math.NaN(), -1},
			{math.Copysign(0, -1), 0, math.Copysign(0, -1)}, {math.Inf(1), 0, math.Inf(-1)}} {
			log.Do(name, func() string { f(xs); return fmt.Sprint(xs) })
		}
	}
	for _, items := range [][]*Item{nil, {nil}, {nil, {1, "a"}}, {{2, "b"}, {1, "a"}, {2, "c"}}} {
		log.Do("Pointers", func() string {
			Pointers(items)
			said := ""
			for _, p := range items {
				said += fmt.Sprint(p == nil || fmt.Sprint(*p) != "")
				if p != nil {
					said += fmt.Sprint(*p)
				}
			}
			return said
		})
	}
	for _, xs := range [][]int{{math.MinInt, math.MaxInt, 0},
		{3, math.MaxInt, -2, math.MinInt, 1}} {
		log.Do("Differences", func() string { Differences(xs); return fmt.Sprint(xs) })
	}
	for _, words := range [][]string{nil, {"bb", "a", "cc", "", "d"}, witness.Texts()} {
		log.Do("Lengths", func() string { return fmt.Sprintf("%q %q", Lengths(words), words) })
		keys := map[string]int{"a": 1, "bb": -1, "d": 1}
		log.Do("Other", func() string { Other(words, keys); return fmt.Sprintf("%q", words) })
		log.Do("Falling", func() string { Falling(words); return fmt.Sprintf("%q", words) })
	}
}
