package ownvar

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "ownvar")
	lists := [][]string{nil, {}, {""}, {"1"}, {"ab"}, {"1", "x", "22"}, {"x", "1"},
		{"ab", "c", "", "def", "7"}, witness.Texts()}
	witness.Each(log, "Total", Total, lists...)
	witness.Each(log, "Waited", Waited, lists...)
	witness.Each(log, "Numbers", Numbers, nil, []int{}, []int{1}, []int{1, 2, 3}, []int{-1, 0, 5})
	witness.Each(log, "Last", Last, lists...)
	witness.Each(log, "Failed", Failed, lists...)
	witness.Each(log, "Deep", Deep, -2, -1, 0, 1, 2, 3, 10, 11, 1<<40)
	witness.Each(log, "Handed", Handed, lists...)
	witness.Each(log, "Pointed", Pointed, lists...)
	witness.Each(log, "Limited", Limited, lists...)
	witness.Each(log, "Rounds", Rounds, lists...)
	witness.Each(log, "Scratch", Scratch, lists...)
}
