package reuseinput

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "reuseinput")
	texts := append(witness.Texts(), "tab\there", "It's", "a\u200bb", "\xff\xfe", "a\xf0\x9f")
	witness.Each(log, "Lower", Lower, texts...)
	witness.Each(log, "Clean", Clean, texts...)
	witness.Each(log, "Tabs", Tabs, texts...)
	witness.Each(log, "Escaped", Escaped, texts...)
	witness.Each(log, "Valid", Valid, texts...)
	texts = append(texts, "a_b", "a\x00b", "line\n", "bell\a", "\xe9", "some text", "Some text",
		"SLUG", "slug", "-", "\ufffd")
	witness.Each(log, "Token", Token, texts...)
	witness.Each(log, "Named", Named, texts...)
	witness.Each(log, "ASCII", ASCII, texts...)
	witness.Each(log, "Title", Title, texts...)
	witness.Each(log, "Slug", Slug, texts...)
	witness.Each(log, "Lowered", Lowered, append(texts, "B\xff", "lower \xff")...)
	witness.Each(log, "Moved", Moved, append(texts, "cabab", "zaab")...)
	witness.Each(log, "Alternating", Alternating, texts...)
	witness.Each(log, "Begun", Begun, append(texts, "aab", " b")...)
	for _, s := range append(texts, `a\nb`, `a\`) {
		log.Do("Ended", func() string {
			text, err := Ended(s)
			return witness.Show([]any{text, err})
		})
	}
	for _, xs := range [][]int{nil, {}, {1, 2}, {0, 1, -1, 2}, make([]int, 3, 9)} {
		log.Do("Kept", func() string {
			got := Kept(xs)
			for i := range got {
				got[i] = 77
			}
			_ = append(got, 88)
			return witness.Show(got) + witness.Show(xs[:cap(xs)])
		})
	}
	for _, words := range [][]string{nil, {}, {"a"}, {"b", "a", "b"}, {"a", "b"}} {
		log.Do("Unique", func() string {
			got := Unique(words)
			if len(got) > 0 {
				got[0] += "!"
			}
			return witness.Show(got) + witness.Show(words)
		})
	}
	for _, s := range []string{"", "a", "abcd", "abcde"} {
		b := []byte(s)
		log.Do("Padded", func() string {
			got := Padded(b)
			for i := range got {
				got[i]++
			}
			return witness.Show(got) + witness.Show(b)
		})
	}
	log.Do("Padded", func() string { return witness.Show(Padded(nil)) })
}
