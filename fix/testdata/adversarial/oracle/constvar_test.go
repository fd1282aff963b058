package constvar

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "constvar")
	for _, n := range []int{0, 1, 3, 10, 99, -1} {
		log.Do("Limit", func() string { return fmt.Sprint(Limit(n), Limit(n)) })
		log.Do("Tenths", func() string { return fmt.Sprint(Tenths(n)) })
		log.Do("Wide", func() string { return fmt.Sprint(Wide(int8(n)), Wide(127), Wide(-128)) })
	}
	witness.Each(log, "Named", Named, witness.Texts()...)
	witness.Each(log, "Reset", Reset, witness.Texts()...)
	witness.Each(log, "Prefixed", Prefixed, witness.Texts()...)
	witness.Each(log, "Shadowed", Shadowed, witness.Texts()...)
	witness.Each(log, "Opened", Opened, witness.Texts()...)
}
