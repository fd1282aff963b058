package mapsize

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "mapsize")
	words := [][]string{nil, {}, {""}, {"a"}, {"a", "a"}, {"b", "", "c", "b", "bb", "ab"}}
	witness.Each(log, "Index", Index, words...)
	nan := math.NaN()
	witness.Each(log, "Floats", Floats, nil, []float64{nan, nan}, []float64{0, math.Copysign(0, -1)},
		[]float64{1, 1, 2})
	for _, into := range []map[string]int{nil, {}, {"a": 1}} {
		for _, from := range []map[string]int{nil, {}, {"a": 2, "b": 3}} {
			into := maps.Clone(into)
			log.Do("Merge", func() string { return witness.Show(Merge(into, from)) })
			log.Do("Merge", func() string { return witness.Show(into) + witness.Show(from) })
		}
	}
	for _, keys := range [][]any{nil, {1, "a"}, {1, []int{2}, 3}, {1.5, 1.5, nan}} {
		log.Do("Boxed", func() string {
			m, err := Boxed(keys)
			return fmt.Sprint(len(m), err)
		})
	}
	for _, list := range words {
		log.Do("Groups", func() string {
			m := Groups(list)
			for k := range m {
				m[k] = append(m[k], "grown")
			}
			return witness.Show(m) + witness.Show(list)
		})
	}
	witness.Each(log, "Nothing", Nothing, words...)
	witness.Each(log, "Counted", Counted, -3, 0, 1, 20)
	witness.Each(log, "Reversed", Reversed, nil, map[string]int{"a": 1, "b": 1, "c": 0})
	witness.Each(log, "Removed", Removed, words...)
	for _, text := range []string{"", "a", "a b a c", "a b c d e f g h i j k l"} {
		for _, limit := range []int{-1, 0, 2, 20} {
			log.Do("Seen", func() string { return fmt.Sprint(Seen(text, limit)) })
		}
	}
	witness.Each(log, "Added", Added, words...)
}
