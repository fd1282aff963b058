package queues

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "typedlist")
	var numbers []int
	for n := range 40 {
		numbers = append(numbers, n, n*n+7)
	}
	witness.Each(log, "Breadth", Breadth, numbers...)
	witness.Each(log, "Depth", Depth, numbers...)
	witness.Each(log, "Growing", Growing, numbers...)
	witness.Each(log, "Copied", Copied, numbers...)
	witness.Each(log, "Drained", Drained, numbers...)
	for _, n := range numbers {
		if n%3 != 0 { // how it panics with nothing is not what this is about
			log.Do("Empty", func() string { return witness.Show(Empty(n)) })
		}
	}
	witness.Each(log, "Seen", Seen, numbers...)
	witness.Each(log, "Inner", Inner, numbers...)
	for _, n := range numbers {
		log.Do("Asked", func() string {
			count, sum := Asked(n)
			return witness.Show([]int{count, sum})
		})
	}
}
