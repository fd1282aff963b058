package erroras

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "erroras")
	for kind := range 10 {
		for _, n := range []int{-1, 0, 7} {
			log.Do("First", func() string { a, b := First(kind, n); return fmt.Sprint(a, b) })
			log.Do("Any", func() string { return Any(kind, n) })
			log.Do("Later", func() string { f := Later(kind, n); return fmt.Sprint(f(), f()) })
			log.Do("Chosen", func() string { return Chosen(kind, n) })
			for next := range 10 {
				log.Do("Last", func() string { return fmt.Sprint(Last([]int{kind, next}, n)) })
			}
		}
		log.Do("Missing", func() string { return Missing(kind) })
		log.Do("Refused", func() string { a, b := Refused(kind); return fmt.Sprint(a, b) })
	}
	log.Do("Last", func() string { return fmt.Sprint(Last(nil, 1)) })
}
