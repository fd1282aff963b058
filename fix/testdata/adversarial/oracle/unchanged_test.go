package unchanged

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "unchanged")
	texts := append(witness.Texts(), "", "a", "a<b", "&", "\xff", "a\xffb", "\ufffd", "a b", "a  b",
		"a\tb", "_a", "a_b", "__", "A", "\u00c4B", "a\\b", "\\\xff", "a-b", "-\u00e4", "\u00e4-", "a;b",
		"a%20b", "%", "%2", "a%2", "long enough to be on the heap when it is made")
	for _, s := range texts {
		log.Do("Escaped", func() string { return witness.Show(Escaped(s)) })
		log.Do("Spaced", func() string { return witness.Show(Spaced(s)) })
		log.Do("Words", func() string {
			n := 1
			return witness.Show(Words(s, &n)) + fmt.Sprint(n)
		})
		for _, low := range []rune{'a', 0, '\ufffd'} {
			log.Do("Within", func() string {
				out, n := Within(s, low, '\ufffd')
				return witness.Show(out) + fmt.Sprint(n)
			})
		}
		log.Do("Named", func() string { return witness.Show(Named(s)) })
		log.Do("Low", func() string { return witness.Show(Low(s)) })
		log.Do("Runes", func() string { return witness.Show(Runes(s)) })
		log.Do("Table", func() string {
			out, err := Table(s)
			return witness.Show(out) + fmt.Sprint(err)
		})
		log.Do("Upto", func() string { return witness.Show(Upto(s)) })
		log.Do("Percent", func() string { return witness.Show(Percent(s)) })
	}
}
