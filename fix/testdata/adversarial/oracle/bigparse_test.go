package bigparse

import (
	"fmt"
	"math/big"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "bigparse")
	texts := []string{"", "0", "-0", "+7", "-7", "007", " 7", "7 ", "1_000", "0x1F", "0b11", "0o7", "ff", "FF",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551616", "ffffffffffffffff", "1e3", "1/2", "1.5", "--1", "+-1", "٣", "nan", "-", "+"}
	show := func(n *big.Int, ok bool) string { return fmt.Sprint(n, ok) }
	for _, s := range texts {
		log.Do("Decimal", func() string { return show(Decimal(s)) })
		log.Do("Any", func() string { return show(Any(s)) })
		log.Do("Hex", func() string { return show(Hex(s)) })
		log.Do("Into", func() string { n := big.NewInt(5); return fmt.Sprint(Into(n, s)) })
		log.Do("Half", func() string { s, ok := Half(s); return fmt.Sprint(s, ok) })
		for _, b := range []string{"0", "-3", "9223372036854775807", "x"} {
			log.Do("Product", func() string { return Product(s, b) })
		}
	}
}
