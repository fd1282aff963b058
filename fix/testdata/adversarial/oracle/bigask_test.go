package bigask

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "bigask")
	texts := append(witness.Texts(), "0", "-0", "1", "-1", "2", "255", "-256", "65535", "18446744073709551615",
		"18446744073709551616", "-18446744073709551617", "340282366920938463463374607431768211456", "-7")
	for i, s := range texts {
		other := texts[(i*5+2)%len(texts)]
		log.Do("Order", func() string { return Order(s, other) })
		log.Do("Parity", func() string { return Parity(s) })
		log.Do("Size", func() string { return fmt.Sprint(Size(s)) })
		log.Do("Padded", func() string { return fmt.Sprint(Padded(s)) })
		log.Do("Sum", func() string { return fmt.Sprint(Sum([]string{s, other, "5"})) })
		log.Do("Far", func() string { return fmt.Sprint(Far(s, other)) })
		log.Do("Bits", func() string { return fmt.Sprint(Bits(s, other)) })
	}
}
