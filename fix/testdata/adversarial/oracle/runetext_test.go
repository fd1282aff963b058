package runetext

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "runetext")
	for _, s := range append(witness.Texts(), "abc", "\x7f\x80\xff", "ÿ€𝄞\ufffd", "\xed\xa0\x80(", "a") {
		log.Do("Bytes", func() string { return witness.Show(Bytes(s)) })
		log.Do("Numbers", func() string { return witness.Show(Numbers(s)) })
		log.Do("Names", func() string {
			entries, text := Names(s)
			return witness.Show([]any{entries, text})
		})
		log.Do("Hidden", func() string { return witness.Show(Hidden(s)) })
		log.Do("Wide", func() string { return witness.Show(Wide(s)) })
		log.Do("Once", func() string {
			first, next, calls := Once(s)
			return witness.Show([]any{first, next, calls})
		})
		log.Do("Found", func() string { return witness.Show(Found(s)) })
		for n := range 4 {
			log.Do("Asked", func() string { return Asked("a"+s+"text", n) })
			log.Do("Asked", func() string { return Asked(s, n) })
		}
		log.Do("State", func() string { return witness.Show(State(s)) })
	}
}
