package returnedfunc

import (
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "returnedfunc")
	for _, s := range append(witness.Texts(), "a b c", " ") {
		log.Do("Order", func() string { return witness.Show(Order(strings.Split(s, " "))) })
		log.Do("Words", func() string { return witness.Show(Words(s)) })
	}
	for n := range 12 {
		log.Do("Late", func() string { return witness.Show(Late(n)) })
		log.Do("Turns", func() string { return witness.Show(Turns(n)) })
		log.Do("Refused", func() string { return Refused(n) })
		log.Do("Recovers", func() string { return Recovers(n) })
		log.Do("Nested", func() string { return witness.Show(Nested(n)) })
		log.Do("Shared", func() string { return witness.Show(Shared(n)) })
		log.Do("Loops", func() string { return witness.Show(Loops(n)) })
		log.Do("Gathered", func() string { return witness.Show(Gathered(n)) })
		log.Do("Collected", func() string { return witness.Show(Collected(n)) })
		log.Do("Stopped", func() string { return Stopped(n) })
		log.Do("Rows", func() string { return witness.Show(Rows(n)) })
	}
}
