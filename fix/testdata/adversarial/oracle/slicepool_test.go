package slicepool

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "slicepool")
	witness.Cross(log, "Twice", Twice, witness.Texts, func() []string { return []string{"", "b"} })
	for _, n := range []int{-1, 0, 1, 2, 5, 50, 51, 99} {
		log.Do("Deep", func() string { return Deep(n) })
		log.Do("Squares", func() string { return fmt.Sprint(Squares(n)) })
		log.Do("Absent", func() string { return Absent(n) })
	}
}
