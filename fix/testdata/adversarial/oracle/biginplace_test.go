package biginplace

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "biginplace")
	texts := append(witness.Texts(), "0", "1", "-1", "2", "27", "-256", "65535", "18446744073709551616",
		"-18446744073709551617", "340282366920938463463374607431768211456", "-7", "97")
	for i, s := range texts {
		other, third := texts[(i*5+2)%len(texts)], texts[(i*7+3)%len(texts)]
		log.Do("Power", func() string { return Power(s, fmt.Sprint(i*37), other) })
		log.Do("Sequence", func() string { return fmt.Sprint(Sequence(s, other, i%40)) })
		log.Do("History", func() string { return fmt.Sprint(History(s, i%40)) })
		log.Do("Peak", func() string { return fmt.Sprint(Peak(s)) })
		log.Do("Divisor", func() string { return Divisor(s, other) })
		log.Do("Mixed", func() string { return Mixed(s, other, third) })
		log.Do("Later", func() string { return fmt.Sprint(Later(s, i%30)) })
		log.Do("Inverse", func() string { return Inverse(s, []string{other, third, "5"}) })
	}
}
