package lend

import (
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "lend")
	for _, s := range append(witness.Texts(), "banana", "abc", "xxx(ab(c", "((", `a\b`,
		strings.Repeat("ab! c(d", 30)) {
		log.Do("Both", func() string { return witness.Show(Both(s, 'a', 'b')) })
		log.Do("None", func() string { n, none := None(s); return witness.Show([]any{n, none}) })
		log.Do("Ways", func() string { return Ways(s) })
		words := strings.Split(s, " ")
		log.Do("Escaped", func() string { return witness.Show(Escaped(append(words, s, "(a", ""))) })
		log.Do("Pieces", func() string { a, n := Pieces(append(words, "", "(")); return witness.Show([]any{a, n}) })
		log.Do("Registered", func() string { return witness.Show(Registered(words)) })
		log.Do("Compared", func() string {
			n, none := Compared(s, "banana")
			return witness.Show([]any{n, none})
		})
		log.Do("Played", func() string { a, b := Played(words); return witness.Show([]any{a, b}) })
		log.Do("Framed", func() string {
			frames, upper, err := Framed(words)
			return witness.Show([]any{frames, upper, err})
		})
		log.Do("Stored", func() string { return witness.Show(Stored(words)) })
		log.Do("Tails", func() string {
			list, sum := Tails(append(words, "one", "another"))
			return witness.Show([]any{list, sum})
		})
		log.Do("Gauged", func() string {
			sum, asked := Gauged(s, len(words))
			return witness.Show([]any{sum, asked})
		})
		log.Do("Signed", func() string { a, b, n := Signed(s + "0"); return witness.Show([]any{a, b, n}) })
		log.Do("Boxed", func() string { return Boxed(int64(len(s))) })
		log.Do("Described", func() string { a, n := Described(append(words, s)); return witness.Show([]any{a, n}) })
		log.Do("Halves", func() string { return witness.Show(Halves(append(words, s))) })
		log.Do("Sizes", func() string { return witness.Show(Sizes(words)) })
		log.Do("Totals", func() string { return witness.Show(Totals(words)) })
		log.Do("Last", func() string { return witness.Show(Last(append(words, "one", "another"))) })
		log.Do("Nested", func() string { return witness.Show(Nested(s)) })
		log.Do("Levels", func() string {
			list := Levels(s)
			return witness.Show([]any{list, cap(list) == cap(make([]int, len(s)))})
		})
		log.Do("Highest", func() string { n, sum := Highest(s); return witness.Show([]any{n, sum}) })
		log.Do("Deeper", func() string { a, b, same := Deeper(s); return witness.Show([]any{a, b, same}) })
		log.Do("Nodes", func() string { return witness.Show(Nodes(s)) })
		log.Do("Counted", func() string { n, some := Counted(s); return witness.Show([]any{n, some}) })
		log.Do("Found", func() string { return Found(s) })
		log.Do("Spread", func() string { return witness.Show(Spread(s)) })
		log.Do("Marked", func() string { return Marked(s) })
		for _, n := range []int{-1, 0, 5, 100} {
			log.Do("Table", func() string {
				sum, err := Table(s, n)
				return witness.Show([]any{sum, err})
			})
			log.Do("Records", func() string {
				sum, err := Records(s, int64(n))
				low, below := Records(s, -1<<32+int64(n))
				return witness.Show([]any{sum, err, low, below})
			})
			log.Do("Titled", func() string { return Titled(s, max(n, 0)) })
		}
	}
}
