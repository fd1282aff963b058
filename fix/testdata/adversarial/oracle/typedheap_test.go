package typedheap

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "typedheap")
	lists := [][]int{nil, {}, {1}, {2, 2}, {3, 1, 2}, {5, 5, 5, 5}, {4, 1, 4, 1, 4, 1, 0},
		{9, 8, 7, 6, 5, 4, 3, 2, 1}, {-1, 1 << 40, 0, 1 << 40}}
	witness.Each(log, "Merge", Merge, nil, [][]int{{}}, lists, [][]int{{1, 3}, {1, 2}, {1, 1}},
		[][]int{{2, 2}, nil, {2}})
	witness.Each(log, "Counts", Counts, lists...)
	for _, list := range lists {
		log.Do("Ties", func() string { return witness.Show(Ties(list)) })
		for _, n := range []int{0, 1, 2, 4, 10} {
			log.Do("Drain", func() string { return witness.Show(Drain(list, n)) })
			log.Do("Largest", func() string { return witness.Show(Largest(list, n)) })
			log.Do("Replaced", func() string { return witness.Show(Replaced(list, n)) })
		}
	}
}
