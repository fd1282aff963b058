package loadfirst

import (
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "loadfirst")
	for _, text := range append(witness.Texts(), "a b c a b c", "abc abc", "a ab abc ab a ab a",
		"one two one two three three two") {
		words := strings.Fields(text)
		log.Do("Grouped", func() string { return witness.Show(Grouped(words)) })
		log.Do("Numbered", func() string { return witness.Show(Numbered(words)) })
		log.Do("Once", func() string { return witness.Show(Once(words)) })
		log.Do("Hidden", func() string {
			n, ok := Hidden(words)
			return witness.Show([]any{n, ok})
		})
		log.Do("Failing", func() string { return Failing(words) })
		log.Do("Odd", func() string { return Odd(words) })
	}
}
