package computeonce

import (
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "computeonce")
	lists := [][]string{nil, {}, {"a"}, {"a", "aa", "aaa"}, {"", "B", "b"}, {"ab", "ab", "a"}}
	for _, s := range []string{"", "a", "A", "ab", "AB", "Ä", strings.Repeat("Long", 20)} {
		for _, names := range lists {
			log.Do("Grown", func() string { return witness.Show(Grown(names, s)) })
			log.Do("Unneeded", func() string { return witness.Show(Unneeded(nil, names)) })
			log.Do("Unneeded", func() string { return witness.Show(Unneeded(&Account{s}, names)) })
			log.Do("Asked", func() string { return witness.Show(Asked(s, names)) })
			for _, zones := range [][]string{names, {"", "ab", "a", "lo", "a"}, {"", "abc", "abcd"}} {
				log.Do("Answered", func() string { return Answered(&Account{s}, zones) })
				log.Do("Going", func() string {
					return witness.Show(Going(&Account{s + "bcd"}, zones))
				})
			}
			log.Do("Own", func() string { return witness.Show(Own(names)) })
			log.Do("Hidden", func() string { return witness.Show(Hidden(s, names)) })
		}
		log.Do("Overwritten", func() string { return witness.Show(Overwritten([]byte(s))) })
		log.Do("Filled", func() string { return Filled([]byte(s)) })
		log.Do("Captured", func() string { return witness.Show(Captured(s)) })
		for n := range 4 {
			log.Do("Stations", func() string { return witness.Show(Stations(s, n)) })
			log.Do("Pointed", func() string { return witness.Show(Pointed(s, n)) })
			log.Do("Rows", func() string { return witness.Show(Rows(s, n)) })
			log.Do("Counted", func() string { return witness.Show(Counted(n)) })
			log.Do("Taken", func() string { return witness.Show(Taken(n)) })
		}
	}
}
