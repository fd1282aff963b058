package branchcopy

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "branchcopy")
	lists := [][]string{nil, {}, {""}, {"a"}, {"ab"}, {"abc"}, {"a", "", "abc", "bcd", "ef"},
		witness.Texts()}
	witness.Each(log, "Problems", Problems, lists...)
	for _, words := range lists {
		log.Do("First", func() string {
			p, q := First(words), First(words)
			if p == nil || q == nil {
				return fmt.Sprint(p == q)
			}
			*p += 100
			return fmt.Sprint(*p, *q)
		})
	}
	numbers := []int{-5, -1, 0, 1, 2, 3, 4, 5, 19, 20, 21, 1 << 40}
	witness.Each(log, "Both", Both, numbers...)
	witness.Each(log, "Distinct", Distinct, lists...)
	witness.Each(log, "Counted", Counted, lists...)
	slices := func() [][]int { return [][]int{nil, {}, {0}, {5, 6}, {3, -1, 4}} }
	witness.Cross(log, "Deferred", Deferred, slices, func() []int { return []int{-1, 0, 1, 2, 9} })
	witness.Cross(log, "Through", Through, func() []int { return []int{0, 1, 2, 3} },
		func() []int { return numbers })
	witness.Each(log, "Again", Again, numbers...)
	witness.Each(log, "Shadowed", Shadowed, lists...)
	witness.Each(log, "Registered", Registered, numbers...)
	witness.Each(log, "Sent", Sent, numbers...)
	witness.Each(log, "Added", Added, slices()...)
	witness.Each(log, "Until", Until, append(lists, []string{"a", ""}, []string{"a", "b", ""})...)
	for _, xs := range slices() {
		log.Do("Closed", func() string { return fmt.Sprint(Closed(xs)) })
	}
	witness.Each(log, "Built", Built, lists...)
	witness.Each(log, "Begun", Begun, numbers...)
	witness.Each(log, "Counter", Counter, numbers...)
	witness.Each(log, "Stepped", Stepped, slices()...)
	witness.Each(log, "Turned", Turned, numbers...)
	witness.Each(log, "Returned", Returned, numbers...)
	witness.Each(log, "Known", Known, numbers...)
	witness.Each(log, "Made", Made, slices()...)
	witness.Each(log, "MadeNoted", MadeNoted, numbers...)
	witness.Each(log, "MadeStepped", MadeStepped, numbers...)
	witness.Each(log, "Scanned", Scanned, append(lists, []string{"a\nb", "x\n\ny", "b"})...)
}
