package copypool

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "copypool")
	lists := func() [][]string { return [][]string{nil, {""}, {"a"}, {"ab", "", "c"}, witness.Texts()} }
	witness.Cross(log, "Pieces", Pieces, lists, func() []int { return []int{0, 1, 3, 900} })
	witness.Cross(log, "Itself", Itself, lists, func() []bool { return []bool{false, true} })
	witness.Cross(log, "Broken", Broken, witness.Texts, func() []int { return []int{-1, 0, 1, 5, 900} })
	witness.Cross(log, "Wrong", Wrong, witness.Texts, func() []int { return []int{-1, 0, 1, -9} })
	witness.Each(log, "Small", Small, witness.Texts()...)
	witness.Each(log, "Deep", Deep, 0, 1, 2, 3, 7, 15)
}
