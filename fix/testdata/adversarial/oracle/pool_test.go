package pool

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "pool")
	for _, s := range append(witness.Texts(), strings.Repeat("long", 50)) {
		log.Do("Whole", func() string {
			a := Whole(s)
			b := Whole("another")
			return witness.Show(a) + witness.Show(b)
		})
		log.Do("Calls", func() string {
			return Calls(s, func(w io.Writer) {
				io.WriteString(w, Calls("inner", func(w io.Writer) { io.WriteString(w, "?") }))
			})
		})
		log.Do("Calls", func() string {
			var kept io.Writer
			first := Calls(s, func(w io.Writer) { kept = w })
			return first + Calls("next", func(io.Writer) { io.WriteString(kept, "late") })
		})
		log.Do("Packed", func() string { return fmt.Sprint(Packed(s)) })
	}
	witness.Cross(log, "Text", Text, witness.Texts, func() []int { return []int{0, 1, 4, -1} })
	witness.Cross(log, "Again", Again, func() []string { return []string{"", "a"} },
		func() []int { return []int{-1, 0, 1, 3, 9} })
	lists := func() [][]string { return [][]string{nil, {"a"}, {"a", "b"}, {"", "b", "b", "c"}, witness.Texts()} }
	witness.Cross(log, "Fails", Fails, lists, func() []int { return []int{0, 1, 7, -1, 0} })
	witness.Each(log, "Distinct", Distinct, lists()...)
	witness.Each(log, "Rows", Rows, lists()...)
	witness.Cross(log, "Sum", Sum, func() []string { return []string{"", "a", "ab"} },
		func() []string { return []string{"", "b", "abc"} })
}
