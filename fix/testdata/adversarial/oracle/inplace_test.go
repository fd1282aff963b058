package inplace

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "inplace")
	texts := append(witness.Texts(), "a", "a b", "one of these", "longer words than short ones",
		"a long a long one", "it is as it is", " ", "these words stay")
	witness.Each(log, "Short", Short, texts...)
	witness.Each(log, "Marked", Marked, texts...)
	witness.Each(log, "Changed", Changed, texts...)
	witness.Each(log, "Some", Some, texts...)
	witness.Each(log, "Left", Left, texts...)
	witness.Each(log, "Fine", Fine, texts...)
	var x Index
	for i, s := range texts {
		log.Do("Rest", func() string {
			long, all := Rest(s)
			return witness.Show(long) + all
		})
		for _, most := range []int{0, 1, 3, -1} {
			log.Do("At", func() string { return witness.Show(At(s, most)) })
		}
		log.Do("Later", func() string {
			said := ""
			out := Later(s, func(list []string) { said = strings.Join(list, "+") })
			return witness.Show(out) + said
		})
		log.Do("Told", func() string {
			said := ""
			out := Told(s, func(list []string) { said = strings.Join(list, "+") })
			return witness.Show(out) + said
		})
		log.Do("Dropped", func() string {
			out, all := Dropped(s)
			return witness.Show(out) + all
		})
		log.Do("Rounds", func() string {
			out, seen := Rounds(s)
			return witness.Show(out) + seen
		})
		log.Do("Twice", func() string {
			a, b := Twice(s)
			return witness.Show(a) + witness.Show(b)
		})
		log.Do("Rows", func() string { return witness.Show(Rows(s)) })
		other := texts[i/2]
		log.Do("Index.Long", func() string {
			return witness.Show(x.Long(s)) + witness.Show(x.Long(other)) + witness.Show(x.Long(s))
		})
		log.Do("Index.Counts", func() string {
			return fmt.Sprint(x.Counts(s), x.Counts(other), x.Counts(s))
		})
	}
}
