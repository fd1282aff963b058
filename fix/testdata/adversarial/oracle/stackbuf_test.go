package stackbuf

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "stackbuf")
	lists := [][]string{nil, {}, {""}, {"a"}, {"a", "", "b/"}, witness.Texts(),
		{strings.Repeat("long", 100), "x"}}
	witness.Each(log, "Path", Path, lists...)
	for _, s := range append(witness.Texts(), strings.Repeat("long", 60)) {
		log.Do("Bytes", func() string {
			a := Bytes(s)
			b := Bytes("other")
			return witness.Show(a) + witness.Show(b)
		})
		log.Do("Through", func() string {
			var all [][]byte
			keep := func(b []byte) { all = append(all, b) }
			Through(s, keep)
			Through("another text", keep)
			return fmt.Sprintf("%q", all)
		})
	}
	for _, xs := range [][]int{nil, {}, {0}, {-1}, {1}, {1, -1, 2}, make([]int, 50)} {
		log.Do("Nil", func() string {
			none, n := Nil(xs)
			return fmt.Sprint(none, n)
		})
	}
	for _, text := range []string{"", "00", "0", "00112g", "001122", "00\n11", strings.Repeat("ab", 300)} {
		log.Do("Decoded", func() string {
			list, problem := Decoded([]string{text, "aabbccdd", text})
			return fmt.Sprint(list, problem)
		})
		for _, other := range []string{"", "AA==", "ABEi", "AB\nEi", "A", "AB?="} {
			log.Do("Compared", func() string { return Compared(text, other) })
		}
	}
	witness.Each(log, "Room", Room, -1, 0, 1, 2, 100)
	witness.Each(log, "Branches", Branches, -1, 0, 1, 40, 300)
	witness.Each(log, "Sent", Sent, lists...)
	witness.Cross(log, "Digits", Digits, func() []uint64 { return []uint64{0, 1, 9, 255, math.MaxUint64} },
		func() []int { return []int{0, 1, 2, 10, 16, 17} })
	witness.Each(log, "Nested", Nested, -1, 0, 1, 5, 49, 50)
	for _, list := range lists {
		log.Do("Tail", func() string {
			all := Tail(list)
			for i := range all {
				_ = append(all[i], "grown"...)
			}
			return fmt.Sprintf("%q", all)
		})
	}
	for _, n := range []int{-1, 0, 1, 7, 31, 32, 33, 256, 999} {
		log.Do("Twice", func() string { return Twice(n) })
		log.Do("Rows", func() string { return fmt.Sprint(Rows(n)) })
		for _, s := range []string{"", "a", strings.Repeat("long", 20)} {
			log.Do("Beyond", func() string { return Beyond(s, n) })
			text := []byte(s)
			log.Do("Given", func() string {
				got := Given(text, n)
				other := Given([]byte("other"), n)
				clear(got)
				return witness.Show(other) + witness.Show(text)
			})
		}
	}
	for _, list := range lists {
		log.Do("Called", func() string { return fmt.Sprintf("%q", Called(list)) })
	}
	for _, n := range []int{-1, 0, 1, 2, 3, 4, 5, 6, 40} {
		log.Do("Ranged", func() string { return Ranged(n) })
		log.Do("First", func() string { return fmt.Sprint(First(n)) })
		log.Do("Paths", func() string { return Paths(n) })
	}
	witness.Cross(log, "Word", Word,
		func() []string { return append(witness.Texts(), strings.Repeat("a word ", 20)) },
		func() []int { return []int{0, 1, 2, 3, 30, 99} })
	for _, words := range [][]string{nil, {}, {"b", "a"}} {
		log.Do("Asked", func() string { return Asked(words) })
	}
	for _, n := range []int{-3, -1, 0, 2, 255, 300} {
		left, right := []byte("left"), []byte(strings.Repeat("r", max(n, 0)))
		log.Do("Digest", func() string { return witness.Show(Digest(left, right, n)) })
		log.Do("Marked", func() string { return witness.Show(Marked(right)) })
		log.Do("Started", func() string { return witness.Show(Started(right)) })
	}
	for _, list := range lists {
		log.Do("Halves", func() string {
			parts := Halves(list)
			said := witness.Show(parts)
			for _, part := range parts {
				clear(part)
			}
			return said + witness.Show(Halves(list))
		})
	}
	for _, list := range lists {
		log.Do("Gifts", func() string {
			given, rest := Gifts(list)
			said := fmt.Sprintf("%q %q", given, rest)
			for _, b := range given {
				clear(b)
			}
			given, rest = Gifts(list)
			return said + fmt.Sprintf("%q %q", given, rest)
		})
	}
	witness.Each(log, "Codes", Codes, lists...)
	witness.Each(log, "Doubled", Doubled, lists...)
	witness.Each(log, "Sums", Sums, lists...)
	witness.Each(log, "Unless", Unless, lists...)
	witness.Each(log, "Divisors", Divisors, nil, []int{}, []int{0}, []int{1, 12, 7, -1},
		[]int{5040, 2, 720, 6}, []int{1000})
}
