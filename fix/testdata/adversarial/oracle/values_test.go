package values

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "values")
	for _, s := range append(witness.Texts(), "1,2", "-5,x", ",7") {
		log.Do("Read", func() string { return fmt.Sprint(Read(s)) })
		log.Do("Trusting", func() string { return fmt.Sprint(Trusting(s)) })
	}
	for _, n := range []int{-1, 0, 1, 5} {
		log.Do("Same", func() string { return fmt.Sprint(Same(n, n)) })
		log.Do("Moved", func() string { return fmt.Sprint(Moved(n, n)) })
		log.Do("Counted", func() string { return fmt.Sprint(Counted(n)) })
		log.Do("Kept", func() string { return fmt.Sprint(Kept(n)) })
	}
	for _, xs := range [][]int{nil, {}, {1}, {3, -1, 4}} {
		log.Do("Corners", func() string { return fmt.Sprint(Corners(xs)) })
		log.Do("Visited", func() string { return Visited(xs) })
		log.Do("Stacked", func() string { return Stacked(xs) })
		log.Do("Points", func() string { return fmt.Sprint(Points(xs)) })
	}
}
