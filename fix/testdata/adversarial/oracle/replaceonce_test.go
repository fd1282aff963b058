package replaceonce

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "replaceonce")
	texts := append(witness.Texts(), "<", ">&<", "&lt;", "&amp;lt;", "a<b>&c;",
		"\r\n\r\n\r\r\n", "\t \n\n\n\n", "aaa bbb", "ab,ba;", "\xc3a\xa9b", "a\x00b\xff", "a:b,c:", strings.Repeat("a<b,", 300),
		strings.Repeat("x", 70)+"<"+strings.Repeat("y", 70)+">")
	witness.Each(log, "Escape", Escape, texts...)
	witness.Each(log, "Twice", Twice, texts...)
	witness.Each(log, "Lines", Lines, texts...)
	witness.Each(log, "Asked", Asked, texts...)
	witness.Each(log, "Seen", Seen, texts...)
	witness.Each(log, "Limited", Limited, texts...)
	witness.Each(log, "Bytes", Bytes, texts...)
	witness.Each(log, "Again", Again, texts...)
	for _, s := range texts {
		log.Do("Swapped", func() string {
			text, err := Swapped(s)
			return witness.Show(text) + fmt.Sprint(err)
		})
		log.Do("Both", func() string {
			first, second := Both(s)
			return witness.Show([]any{first, second})
		})
		log.Do("Same", func() string {
			text, same := Same(s)
			return witness.Show([]any{text, same})
		})
	}
}
