package runeclass

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "runeclass")
	texts := append(witness.Texts(), "a b", " a  b ", "a\u00a0b", "\xff", "a\xffb\xfe", "\xe2\x80", "\ufffd",
		"\u017f", "SsſS", "--a-_b__", "-", "www.a.www.", "www.www.", "www", ",", ",,a,", "12a3", "1", "a1\n2",
		"ab$1", "\t\n\f\r\v", "é", "abba")
	witness.Each(log, "Slug", Slug, texts...)
	witness.Each(log, "Strip", Strip, texts...)
	witness.Each(log, "Fold", Fold, texts...)
	witness.Each(log, "Trim", Trim, texts...)
	witness.Each(log, "Host", Host, texts...)
	for _, s := range texts {
		for _, words := range []string{"", "x", "$0", "${0}y", "$", "$$", "$1"} {
			log.Do("Template", func() string { return Template(s, words) })
		}
		log.Do("Bytes", func() string { return fmt.Sprintf("%#v", Bytes([]byte(s))) })
		for n := -2; n < 4; n++ {
			log.Do("Fields", func() string { return fmt.Sprintf("%#v", Fields(s, n)) })
			log.Do("Commas", func() string { return fmt.Sprintf("%#v", Commas(s, n)) })
			log.Do("Numbers", func() string { return fmt.Sprintf("%#v", Numbers(s, n)) })
		}
	}
	log.Do("Bytes", func() string { return fmt.Sprintf("%#v %#v", Bytes(nil), Bytes([]byte{})) })
}
