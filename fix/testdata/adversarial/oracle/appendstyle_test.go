package appendstyle

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "appendstyle")
	words := [][]string{nil, {}, {""}, {"x"}, {"", "a"}, {"a", "x", "b"}, {"ab", "cx", "x", "", "d"},
		witness.Texts()}
	witness.Each(log, "List", List, words...)
	witness.Cross(log, "Doubling", Doubling, func() []string { return []string{"", "a", "é\xff"} },
		func() []int { return []int{-1, 0, 1, 3, 9} })
	witness.Each(log, "Trimmed", Trimmed, words...)
	witness.Each(log, "Stages", Stages, words...)
	witness.Each(log, "Before", Before, words...)
	witness.Cross(log, "Recovered", Recovered, func() [][]string { return words[:7] },
		func() []int { return []int{-1, 0, 1, 2, 9} })
	witness.Cross(log, "Runes", Runes, witness.Texts, func() []rune { return []rune{'a', 0xfffd, 'é'} })
	witness.Each(log, "Hyphens", Hyphens, append(witness.Texts(), "Über  Größe!", "--a--b--")...)
	witness.Each(log, "Caught", Caught, words...)
}
