package groups

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "submatch")
	texts := append(witness.Texts(), "a=", "a=b", "=b", "a=b;c=d;", "ab=cd;;", "é=é", "x=y=z", "  k=v  ",
		"\xff=1", "a=\xff", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=b;")
	witness.Each(log, "Optional", Optional, texts...)
	witness.Each(log, "Rest", Rest, texts...)
	witness.Each(log, "Unchecked", Unchecked, texts...)
	witness.Each(log, "Later", Later, texts...)
	witness.Each(log, "Hidden", Hidden, texts...)
	for _, s := range texts {
		for i := -1; i < 8; i++ {
			log.Do("Numbered", func() string { return witness.Show(Numbered(s, i)) })
		}
		log.Do("Appended", func() string {
			b := append(make([]byte, 0, 100), s...)
			text, out := Appended(b)
			return witness.Show([]any{text, string(out), string(b)})
		})
		log.Do("Once", func() string {
			text, calls := Once(s)
			return witness.Show([]any{text, calls})
		})
	}
}
