package typecache

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "typecache")
	for n := range 64 {
		log.Do("Row", func() string { return Row(n) })
		log.Do("Reversed", func() string { return Reversed(n) })
		log.Do("Twice", func() string { return Twice(n) })
		log.Do("Size", func() string {
			return Size(n, []string{"Count", "Other", "List", ""}[n/8%4])
		})
		log.Do("Parse", func() string { return Parse(n, []string{"1", "127", "300", "x"}[n/8%4]) })
		log.Do("Titles", func() string { return Titles(n, n*5+1) })
	}
}
