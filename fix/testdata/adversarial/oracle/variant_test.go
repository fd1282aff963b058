package variant

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "variant")
	lists := [][]string{nil, {}, {""}, {"a", "", "b"}, witness.Texts()}
	witness.Each(log, "Header", Header, lists...)
	witness.Each(log, "Appended", Appended, lists...)
	witness.Each(log, "Generated", Generated, lists...)
	witness.Each(log, "Footer", Footer, -1, 0, 1, 12)
	witness.Each(log, "Twice", Twice, nil, []int{}, []int{0, -1, 1 << 20})
}
