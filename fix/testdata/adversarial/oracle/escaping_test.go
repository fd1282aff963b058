package escaping

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "escaping")
	records := []string{`{"ID":3,"Tags":["a","b"]}`, `{"Data":{"x":1}}`, `{"Tags":["c"],"ID":7}`,
		`{"Next":{"ID":5}}`, `{"ID":"x","Tags":["wrong"]}`, `[1`, `{"ID":9,"Data":{"y":2}}`, `12`, ""}
	for i := range records {
		for j := i; j <= len(records); j++ {
			some := records[i:j]
			log.Do("Events", func() string { return Events(some) })
			log.Do("Links", func() string { return fmt.Sprint(Links(some)) })
			log.Do("Letters", func() string { return Letters(some) })
			log.Do("Heard", func() string { return fmt.Sprint(Heard(some)) })
			log.Do("Largest", func() string { return Largest(some) })
			log.Do("Nestings", func() string { return fmt.Sprint(Nestings(some)) })
			log.Do("Pairs", func() string { return Pairs(some) })
		}
	}
	texts := []string{"one 1 eins", "two", "three 3", "", "four x vier", "five 5 fünf"}
	for i := range texts {
		log.Do("Words", func() string { return Words(texts[i:]) })
		log.Do("Words", func() string { return Words(texts[:i]) })
		log.Do("Digits", func() string { return Digits(texts[i:], i) })
		log.Do("Digits", func() string { return Digits(texts[:i], -7) })
		log.Do("Bits", func() string { return fmt.Sprint(Bits([]int64{5, 0, -1 << 40, 7, 1 << 62}[i%5:])) })
		log.Do("Blocks", func() string { return fmt.Sprint(Blocks(texts[i])) })
	}
}
