package boxonce

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "boxonce")
	for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 8, 25, -1, -2} {
		log.Do("First", func() string {
			got, err := First(n)
			return fmt.Sprintf("%d %T %v", got, err, err)
		})
		log.Do("Counted", func() string { return fmt.Sprint(Counted(n)) })
		log.Do("Levels", func() string { return fmt.Sprint(Levels(n)) })
		log.Do("Limits", func() string { return fmt.Sprint(Limits(n)) })
		log.Do("Fractions", func() string { return fmt.Sprint(Fractions(n)) })
		log.Do("Names", func() string { return fmt.Sprint(Names(n)) })
		log.Do("Grades", func() string { return Grades(n) })
		log.Do("Wrapped", func() string {
			out, err := Wrapped(n)
			return fmt.Sprint(out, err)
		})
	}
}
