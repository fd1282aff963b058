package trynumber

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "trynumber")
	texts := append(witness.Texts(), "", "0", "-0", "+7", "-7", "--7", "7-", "1_000", "0x1F", "0x1p4", "128x",
		"300x", "-300x", "99999999999999999999x", "99999999999999999999", "9223372036854775808", "65536",
		"1.5", "1.5.5", ".5", ".", "1e5", "1e-5", "1e+5x", "1e400", "-1e400x", "nan", "NaN", "+Inf",
		"-infinity", "infinit", "t", "T", "True", "tRUE", "0", "1", "٣", "1 ", " 1")
	for _, s := range texts {
		log.Do("Clamped", func() string { return fmt.Sprint(Clamped(s)) })
		log.Do("Kind", func() string { return Kind(s) })
		log.Do("Truth", func() string { return fmt.Sprint(Truth(s)) })
		log.Do("Half", func() string { return Half(s) })
		log.Do("Sum", func() string { return fmt.Sprint(Sum([]string{s, "5"})) })
		for _, other := range []string{"", "x", "7", "70000"} {
			log.Do("Last", func() string { return fmt.Sprint(Last([]string{s, other})) })
		}
	}
	log.Do("Last", func() string { return fmt.Sprint(Last(nil)) })
}
