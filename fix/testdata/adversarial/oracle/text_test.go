package text

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "text")
	all := witness.Texts
	witness.Cross(log, "SameName", SameName, all, all)
	witness.Cross(log, "SameUpper", SameUpper, all, all)
	witness.Cross(log, "HasWord", HasWord, all, all)
	for name, f := range map[string]func(string) string{"Longest": Longest, "Backwards": Backwards,
		"Copied": Copied, "Shortened": Shortened, "Escaped": Escaped, "Spaced": Spaced,
		"FirstTwo": FirstTwo, "Extension": Extension} {
		witness.Each(log, name, f, all()...)
	}
	witness.Each(log, "CountWords", CountWords, all()...)
	lists := [][]string{nil, {}, {""}, {"a", "b", "c"}, {"ab", "", "ab"}, {"aab", "cab", "bca"},
		all()}
	for _, s := range all() {
		lists = append(lists, []string{s}, []string{s, "x", s})
	}
	for name, f := range map[string]func([]string) string{"Unprefixed": Unprefixed,
		"Growing": Growing, "CopiedBuilder": CopiedBuilder} {
		witness.Each(log, name, f, lists...)
	}
	witness.Each(log, "Stripped", Stripped, lists...)
	for _, s := range all() {
		log.Do("Value", func() string { v, ok := Value(s); return fmt.Sprintf("%q %t", v, ok) })
		log.Do("Sum", func() string {
			n, err := Sum([]byte(s))
			return fmt.Sprint(n, " ", witness.Show(err))
		})
	}
	witness.Each(log, "Bar", Bar, -1, 0, 1, 70)
	witness.Each(log, "Letter", Letter, nil, []int{}, []int{'a', -1, 0x110000, 0xd800, 0x20ac},
		[]int{0}, []int{0xfffd, 255})
	var nothing []byte
	bytes := [][]byte{nothing}
	for _, s := range all() {
		bytes = append(bytes, []byte(s))
	}
	witness.Each(log, "CountBytesWords", CountBytesWords, bytes...)
	for _, m := range []map[string]int{nil, {"": 4, "a": 0, "\xff": 2}} {
		witness.Each(log, "Known", func(key []byte) int { return Known(m, key) }, bytes...)
	}
	for _, b := range append(bytes, []byte("a\nb\n"), []byte("\n\n")) {
		log.Do("Lines", func() string {
			got := Lines(b)
			for i := range b {
				b[i] = '#'
			}
			return witness.Show(got)
		})
	}
	witness.Cross(log, "Compared", Compared, func() [][]byte {
		return [][]byte{nil, {}, []byte("a"), []byte("b"), []byte("ab")}
	}, func() [][]byte { return [][]byte{nil, {}, []byte("a"), []byte("b"), []byte("zz")} })
	shared := []byte("zz")
	log.Do("Compared", func() string { return fmt.Sprint(Compared(shared[:1], shared)) })
}
