package methodexpr

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "methodexpr")
	lists := [][]int{nil, {1}, {-1, 2}, {4, 5, 6}, {7}, {1, 7, 2}, {4, 5, 2, 7, 5, 2, 4, 7, 9, 2}, {-3, -4, 9, 10, 2, 3, 8, -1}}
	for _, list := range lists {
		log.Do("Sum", func() string { return fmt.Sprint(Sum(list)) })
		log.Do("Chain", func() string { return Chain(list) })
		log.Do("Both", func() string { return Both(list) })
		log.Do("Copied", func() string { return fmt.Sprint(Copied(list)) })
		log.Do("Later", func() string { return fmt.Sprint(Later(list)) })
		log.Do("Ended", func() string { return Ended(list) })
		log.Do("States", func() string { return States(list) })
		log.Do("Taken", func() string { return fmt.Sprint(Taken(list)) })
		log.Do("Phases", func() string { return fmt.Sprint(Phases(list)) })
		log.Do("Missing", func() string { return fmt.Sprint(Missing(true, list), Missing(false, list)) })
	}
}
