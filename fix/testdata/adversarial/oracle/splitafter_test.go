package splitafter

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "splitafter")
	texts := []string{"", "\n", "\n\n", "a", "a\n", "\na", "a\nb", "long enough\n", "\n\nlong enough", "a,b\n,c,\n",
		"aa", "aaa", "aaaa", "baab", "aabaaa", ";", "a;b", ";;a;", "a;b;c;d", "\xff\n\xff", "\r\n;\n", "x,\ny;aa"}
	witness.Each(log, "Lines", Lines, texts...)
	witness.Each(log, "Crossed", Crossed, texts...)
	witness.Each(log, "First", First, texts...)
	witness.Each(log, "Ends", Ends, texts...)
	witness.Each(log, "Nested", Nested, texts...)
	for _, s := range texts {
		log.Do("Odd", func() string {
			all, n := Odd(s)
			return witness.Show(all) + witness.Show(n)
		})
		log.Do("Later", func() string {
			text := ""
			for _, f := range Later(s) {
				text += witness.Show(f())
			}
			return text
		})
	}
}
