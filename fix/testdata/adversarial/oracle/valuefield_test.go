package valuefield

import (
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "valuefield")
	for _, text := range append(witness.Texts(), "a b c a b c", "abc ab abc", "one two three four",
		"bb cc dd aa bb cc", "x") {
		words := strings.Fields(text)
		log.Do("Metered", func() string { return Metered(words) })
		log.Do("Twins", func() string { return Twins(words) })
		log.Do("Missing", func() string { return Missing(words) })
		log.Do("Periods", func() string { return witness.Show(Periods(words)) })
		log.Do("Swapped", func() string { return Swapped(words) })
		log.Do("Shared", func() string { return witness.Show(Shared(words)) })
		log.Do("Declared", func() string { return Declared(words) })
		log.Do("Early", func() string { return witness.Show(Early(words)) })
		log.Do("Ranged", func() string { return Ranged(words) })
		log.Do("Later", func() string { return Later(words) })
	}
}
