package appendstyle

import (
	"fmt"
	"slices"
	"strings"
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
	for _, text := range append(witness.Texts(), strings.Repeat("long ", 50), "1/a") {
		for _, n := range []int{0, 1, -1000, 1 << 40} {
			m := map[string]int{"0/": 1, "1/1/a": 2, "-1000/" + text: 3}
			log.Do("Find", func() string {
				v, ok := Find(m, n, text)
				return fmt.Sprint(v, ok, m)
			})
			log.Do("Named", func() string {
				one, other := Named(n, text), Named(n, text)
				for i := range one {
					one[i] = '!'
				}
				return fmt.Sprintf("%q %q", append(one, "end"...), other)
			})
			log.Do("Both", func() string {
				return fmt.Sprint(Both(n, text, text), Both(n, text+"x", text+"y"))
			})
		}
	}
	for _, list := range words {
		log.Do("Count", func() string { return fmt.Sprint(Count(1000, slices.Concat(list, list, list))) })
		log.Do("First", func() string { return fmt.Sprint(First(-1, slices.Concat(list, list))) })
		log.Do("Turns", func() string { s, n := Turns(list); return fmt.Sprint(s, n) })
	}
	for _, text := range []string{"", "a", "ab c stop", "ab abc; d e. fgh", "stop", "ab  cd", " "} {
		log.Do("Words", func() string { words, w := Words(text); return fmt.Sprintf("%q %q", words, w) })
	}
}
