package stacks

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "stackslice")
	texts := append(witness.Texts(), "(((", ")))", "()(;(", "((;;))(", "{{{}}}", "}{", "{a{b}c}d",
		"pqpq", "qqqppp", "ppqqp", "{(p)q;}")
	witness.Each(log, "Balanced", Balanced, texts...)
	witness.Each(log, "Blocks", Blocks, texts...)
	witness.Each(log, "Inner", Inner, texts...)
	for n := range 60 {
		log.Do("Again", func() string { return witness.Show(Again(n)) })
		log.Do("Later", func() string {
			next := Later(n)
			return witness.Show([]string{next(), next(), next()})
		})
		log.Do("Order", func() string {
			out, asked := Order(n)
			return witness.Show([]any{out, asked})
		})
		log.Do("Zero", func() string { return witness.Show(Zero(n)) })
		log.Do("Shared", func() string {
			var counts []int
			for _, f := range Shared(n) {
				counts = append(counts, f.count)
			}
			return witness.Show(counts)
		})
	}
}
