package fieldtext

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "fieldtext")
	for _, in := range append(witness.Texts(), "", " ", "a  b", "é \xff日 ab") {
		log.Do("Words", func() string { return witness.Show(Words(in)) })
	}
	lists := [][]string{nil, {""}, {"a"}, {"ab", "c"}, {"ab;", "c;", "longer than that;"},
		{"a", "b", "c", "d", "e", "f", "g"}, {"abc", "de"}, {"a", "some more;", "bcd;", "e"}}
	for _, in := range lists {
		log.Do("Marked", func() string { return witness.Show(Marked(in)) })
		log.Do("Sent", func() string {
			text, err := Sent(in)
			return witness.Show(text) + fmt.Sprint(err)
		})
		log.Do("Scored", func() string {
			of, last := Scored(in)
			return witness.Show(of) + last
		})
	}
	for low := range 9 {
		for high := range 18 {
			log.Do("Cut", func() string {
				part, problem := Cut("abc"[:high%4], low-1, high-1)
				return witness.Show([]any{part, problem})
			})
		}
	}
	for n := range 12 {
		log.Do("Paths", func() string { return Paths(n) })
	}
}
