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
	}
	for n := range 12 {
		log.Do("Late", func() string { return witness.Show(Late(n)) })
		log.Do("Turns", func() string { return witness.Show(Turns(n)) })
		log.Do("Refused", func() string { return Refused(n) })
		log.Do("Recovers", func() string { return Recovers(n) })
		log.Do("Nested", func() string { return witness.Show(Nested(n)) })
		log.Do("Rows", func() string { return witness.Show(Rows(n)) })
	}
}
