package lazybuf

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "lazybuf")
	for _, s := range append(witness.Texts(), "abc", "a b c", "xxx", "a+b+c", "no! yes!",
		strings.Repeat("ab cx+!", 40)) {
		log.Do("Clean", func() string { return Clean(s) })
		log.Do("Anew", func() string { return Anew(s) })
		log.Do("Longer", func() string { return fmt.Sprint(Longer(s)) })
		log.Do("Two", func() string { a, b := Two(s); return a + "|" + b })
		log.Do("Rows", func() string { return witness.Show(Rows([]string{s, "", "other " + s})) })
		for _, n := range []int{-1, 0, 1, 3, 100, 300} {
			log.Do("Empty", func() string { return Empty(s, n) })
			log.Do("Beyond", func() string { return Beyond(s, n) })
			log.Do("Panics", func() string { return fmt.Sprint(Panics(s, n)) })
		}
	}
}
