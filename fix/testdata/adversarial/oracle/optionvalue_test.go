package optionvalue

import (
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "optionvalue")
	for _, text := range append(witness.Texts(), "a bc def ghij", "one end two", "a b",
		"words of several lengths and an end of them") {
		words := strings.Fields(text)
		log.Do("Configured", func() string { return Configured(words) })
		log.Do("Failing", func() string {
			f, problem := Failing(words)
			return witness.Show([]any{f.n, f.last, problem})
		})
		log.Do("Linked", func() string { return witness.Show(Linked(words)) })
		log.Do("Watched", func() string { return witness.Show(Watched(words)) })
		log.Do("Limited", func() string { return Limited(words) })
		log.Do("Scaled", func() string { return Scaled(words) })
	}
}
