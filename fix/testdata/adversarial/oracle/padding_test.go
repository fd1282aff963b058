package padding

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "padding")
	texts := []string{"", "a", "abc", "é", "éé", "\xff", "\xc3", "\xc3\xc3", "\xe2\x82", "long enough for all"}
	for _, s := range texts {
		for _, n := range []int{-3, 0, 1, 2, 3, 4, 5, 9, 40} {
			log.Do("Zeros", func() string { return witness.Show(Zeros(s, n)) })
			log.Do("Behind", func() string { return witness.Show(Behind(s, n)) })
			log.Do("Characters", func() string { return witness.Show(Characters(s, n)) })
			log.Do("Parts", func() string { return witness.Show(Parts(s, n)) })
			log.Do("Seen", func() string { return witness.Show(Seen(s, n)) })
			log.Do("At", func() string {
				text, problem := At(s, []int{n, 1}[:len(s)&1])
				return witness.Show(text) + fmt.Sprint(problem)
			})
		}
		log.Do("Broken", func() string { return witness.Show(Broken(s, 2)) })
	}
}
