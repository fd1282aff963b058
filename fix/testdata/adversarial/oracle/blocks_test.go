package blocks

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "blocks")
	for _, text := range append(witness.Texts(), "a b a b a", "of", "word word word of word",
		"on to do so go on", "ab a cd ef b gh", strings.Repeat("some words and some more ", 40)) {
		words := strings.Fields(text)
		log.Do("Changed", func() string { return Changed(words) })
		log.Do("Same", func() string { return fmt.Sprint(Same(words)) })
		log.Do("Later", func() string {
			list := Later(words)
			for i, it := range list {
				it.n -= i
			}
			return shown(list) + shown(Later(words))
		})
		for _, numbers := range [][]int{nil, {1}, {1, 2, 3}, make([]int, 300)} {
			log.Do("Recovered", func() string { return Recovered(words, numbers) })
		}
		log.Do("Counted", func() string { return Counted(words) })
		log.Do("Linked", func() string { return Linked(words) })
		log.Do("Reset", func() string { return fmt.Sprint(Reset(words)) })
		log.Do("Scanned", func() string { return Scanned(words) })
		log.Do("Visited", func() string { return Visited(words) })
		log.Do("Learned", func() string { return Learned(words) })
	}
}
