package maprange

import (
	"fmt"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "maprange")
	maps := func(i int) map[string]int {
		return []map[string]int{nil, {}, {"": 1}, {"a": 2, "b": 3}, {"a": 1, "a'": 2, "c": 5}}[i]
	}
	for i := range 5 {
		log.Do("Moved", func() string { return fmt.Sprint(len(Moved(maps(i % 4)))) })
		log.Do("Kept", func() string { return Kept(maps(i)) })
		log.Do("Turned", func() string { return fmt.Sprint(Turned(maps(i))) })
		log.Do("Skipped", func() string { return fmt.Sprint(Skipped(maps(i))) })
		for j := range 5 {
			log.Do("Inner", func() string { return fmt.Sprint(Inner(maps(i), maps(j))) })
			log.Do("Replaced", func() string { return fmt.Sprint(Replaced(maps(i), maps(j))) })
			log.Do("Doubled", func() string { return fmt.Sprint(Doubled(maps(i), j)) })
		}
	}
	for _, pairs := range []map[string]string{nil, {"a": "b"}, {"a": "b", "b": "a"}, {"a": "a"},
		{"a": "b", "b": "a", "c": "d", "d": "c"}} {
		log.Do("Halved", func() string { return fmt.Sprint(Halved(pairs)) })
	}
	for _, m := range []map[float64]int{nil, {1: 2}, {math.NaN(): 3, 1: 4}, {math.Inf(1): 1}} {
		log.Do("Numbers", func() string { a, b := Numbers(m); return fmt.Sprint(a, b) })
	}
	for _, x := range []any{nil, 1, "text", []int{1}, map[int]int{7: 1, 8: 2}, &other{}} {
		log.Do("Kind", func() string { a, b := Kind(x); return fmt.Sprint(a, b) })
	}
}

type other struct{}
