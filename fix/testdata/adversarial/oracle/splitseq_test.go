package splitseq

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "splitseq")
	texts := append(witness.Texts(), "a/b/", "/", "a=b", "a=", "=", "a==b", "1.2", "1.2.", "1.10", "a;b;",
		"\u2003two\u2003words", "a, b,c,", "a,b", "a\nb\nc", "ab\ncd\n", "a\x85b", "x y\vz")
	all := func() []string { return texts }
	for _, s := range texts {
		log.Do("Pair", func() string {
			k, v, ok := Pair(s)
			return fmt.Sprintf("%q %q %t", k, v, ok)
		})
		b := []byte(s)
		log.Do("Lines", func() string { return fmt.Sprint(Lines(b)) })
		log.Do("Lines", func() string { return witness.Show(b) })
		text := append(make([]byte, 0, len(s)+9), s...)
		log.Do("Marked", func() string { return Marked(text) })
		log.Do("Marked", func() string { return witness.Show(text) })
		text = append(text[:0], s...)
		log.Do("Record", func() string { return Record(text) })
		log.Do("Record", func() string { return witness.Show(text) })
	}
	witness.Each(log, "Second", Second, texts...)
	witness.Each(log, "Last", Last, texts...)
	witness.Each(log, "Rest", Rest, texts...)
	witness.Each(log, "Request", Request, append(texts, "banana", "aa", "aaa", "bab")...)
	witness.Each(log, "Object", Object, append(texts, "a==", "===", "b==c==")...)
	witness.Each(log, "Placed", Placed, texts...)
	witness.Each(log, "Tail", Tail, texts...)
	witness.Each(log, "Before", Before, append(texts, "aaa", "aabaaa", "aaaa")...)
	witness.Each(log, "Behind", Behind, texts...)
	witness.Each(log, "Dir", Dir, texts...)
	witness.Each(log, "Asked", Asked, texts...)
	witness.Each(log, "Halves", Halves, append(texts, "a/b", "a/c/d/e/f")...)
	witness.Each(log, "Letters", Letters, texts...)
	witness.Each(log, "Words", Words, texts...)
	witness.Each(log, "Erased", Erased, append(texts, "a b;c,d\n\ne;f,g\nh", "a; b; c,d")...)
	witness.Each(log, "Kept", Kept, texts...)
	witness.Cross(log, "Version", Version, all, func() []string { return []string{"", "1", "1.2", "a", "1.2.3"} })
	witness.Cross(log, "After", After, all, func() []string { return []string{"", ",", "a", "ab", "\xff"} })
}
