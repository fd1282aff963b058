package hoist

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "hoist")
	for range 2 {
		log.Do("Table", func() string {
			m := Table()
			m["a"]++
			delete(m, "b")
			return witness.Show(m)
		})
		log.Do("Row", func() string {
			r := Row()
			was := witness.Show(r)
			r[0]++
			_ = append(r, 9)
			return was
		})
		log.Do("Fault", func() string { return fmt.Sprint(Fault("") == Fault(""), Fault("x")) })
		log.Do("Nested", func() string {
			m := Nested("x")
			was := witness.Show(m)
			m["z"] = true
			return was + witness.Show(Nested("none"))
		})
		for i, s := range []string{"10.1.255.3", "10.1.0.9", "127.0.0.1", "10.9.9.9", "::1", "12", "-7"} {
			log.Do("Network", func() string { return Network(s) + Network("10.1.0.1") })
			log.Do("Bounded", func() string { return Bounded(s) + Bounded("6") + Bounded("7") })
			log.Do("Scaled", func() string { return Scaled(s, 20+i) + Scaled("5", 3) })
		}
		for _, name := range []string{"neg", "inc", "same", "", "?"} {
			log.Do("Operated", func() string { return fmt.Sprint(Operated(name, -4)) })
		}
		log.Do("Random", func() string { return fmt.Sprint(Random(3), Random(5)) })
		log.Do("Weights", func() string { return fmt.Sprint(Weights(0), Weights(4), Weights(10)) })
		log.Do("Wrapped", func() string { return Wrapped("") + Wrapped("another") + Wrapped("") })
		log.Do("Written", func() string {
			return Written(func(w []string) { w[0] += "!" }) + Written(func([]string) {})
		})
	}
	for _, s := range []string{"", "metre", "", "second", ""} {
		log.Do("Signed", func() string { return witness.Show(Signed(s)) })
		log.Do("Labelled", func() string { return Labelled(s) })
	}
	texts := func() []string { return []string{"", "a", "aa", "ab", "ba", "x", "(", "a|b"} }
	witness.Cross(log, "Matched", Matched, texts, texts)
	witness.Cross(log, "Masked", Masked, texts, texts)
}
