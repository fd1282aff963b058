package walk

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "walk")
	lists := [][]int{nil, {}, {0}, {3}, {1, 3, 5, 7}, {2, 0, 4, -1, 6, 8, 300, 1, 2, 3},
		{5, 1, 2, 3, 4, 5, -6, 7, 400, 9, 0, 11, 12, 13, -14, 15}, {0, 0, 0, 0, -5}}
	witness.Each(log, "Even", Even, lists...)
	witness.Each(log, "UnlessNegative", UnlessNegative, lists...)
	witness.Each(log, "Never", Never, lists...)
	witness.Each(log, "Raised", Raised, lists...)
	witness.Each(log, "Few", Few, lists...)
	witness.Each(log, "Safely", Safely, lists...)
	for _, list := range append(lists, []int{1, 3, 5, 3, 1, 7}, []int{2, 4, 6, 3, 5}) {
		log.Do("Places", func() string { return fmt.Sprint(Places(list)) })
		log.Do("Order", func() string { return fmt.Sprint(Order(list)) })
		log.Do("Positive", func() string { return fmt.Sprint(Positive(list)) })
		log.Do("Checked", func() string { return fmt.Sprint(Checked(list)) })
		log.Do("Tolerant", func() string { return fmt.Sprint(Tolerant(list)) })
		log.Do("Partial", func() string { return fmt.Sprint(Partial(list)) })
		log.Do("InOrder", func() string { return fmt.Sprintf("%#v", InOrder(list)) })
		log.Do("Ranked", func() string { return fmt.Sprint(Ranked(list)) })
		log.Do("Filled", func() string { return fmt.Sprintf("%#v", Filled(list)) })
		log.Do("Odd", func() string { return fmt.Sprint(Odd(list)) })
	}
	witness.Each(log, "Labels", Labels, [][]string{nil, {}, {""}, {"a", "b"}, witness.Texts()}...)
}
