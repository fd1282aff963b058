package concrete

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "concrete")
	for n := range 4 {
		log.Do("Missing", func() string { return Missing(nil, n) })
		log.Do("Missing", func() string { return Missing(&Buffer{}, n) })
		log.Do("Shown", func() string { return Shown(n, 7-n) })
		log.Do("Same", func() string { return witness.Show(Same(n)) })
	}
	for _, text := range []string{"", "a", "longer"} {
		log.Do("Kind", func() string { return Kind(text) })
		log.Do("Inferred", func() string { return Inferred(text) })
		log.Do("Deferred", func() string { return Deferred(text) })
		log.Do("Asked", func() string { return Asked(text) })
	}
}
