package textroom

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "textroom")
	texts := func() []string { return append(witness.Texts(), "banana", strings.Repeat("long", 60)) }
	numbers := []int64{0, 7, -7, 10, 99, 100, 12345, -123456, math.MaxInt64, math.MinInt64}
	some := func() []string { return []string{"", "a", "é\xff", "a longer text", strings.Repeat("x", 99)} }
	witness.Cross(log, "Pair", Pair, some, some)
	witness.Cross(log, "Joined", Joined, some, some)
	witness.Cross(log, "Based", Based, func() []int64 { return numbers },
		func() []int { return []int{-1, 0, 1, 2, 10, 36, 37} })
	witness.Each(log, "Float", Float, 0, math.Copysign(0, -1), 0.1, -1.5, 1e30, math.MaxFloat64,
		math.SmallestNonzeroFloat64, math.NaN(), math.Inf(-1))
	for i := range numbers {
		log.Do("Rows", func() string {
			rows := Rows(numbers[:i])
			for _, row := range rows {
				_ = append(row, "grown"...)
			}
			return fmt.Sprintf("%q", rows)
		})
	}
	witness.Each(log, "Rows", Rows, nil, []int64{})
	witness.Each(log, "Siblings", Siblings, numbers...)
	witness.Each(log, "Titles", Titles, numbers...)
	witness.Each(log, "Chunks", Chunks, texts()...)
	witness.Cross(log, "Partly", Partly, func() [][]int { return [][]int{nil, {}, {-1}, {1, 1 << 60}} },
		func() []int { return []int{-1, 0, 1, 2} })
	witness.Each(log, "Shadowed", Shadowed, texts()...)
	witness.Each(log, "Doubled", Doubled, texts()...)
	witness.Each(log, "Sent", Sent, nil, []string{}, []string{""}, []string{"a", "", "b"}, texts())
	lists(log)
	zones(log)
}

func zones(log *witness.Log) {
	some := &Zones{Name: "some", List: []string{"a", "b"}}
	for _, z := range []*Zones{nil, {}, some, {"outer", []string{"c"}, some}} {
		for _, name := range []string{"", ".", "a name"} {
			log.Do("Zoned", func() string {
				list, problem := Zoned(z, name, len(name) > 1)
				return witness.Show(list) + fmt.Sprint(problem)
			})
			log.Do("Unzoned", func() string {
				list, problem := Unzoned(z, name)
				return witness.Show(list) + fmt.Sprint(problem)
			})
			log.Do("Counted", func() string {
				n := 0
				list, problem := Counted(z, name, &n)
				return witness.Show(list) + fmt.Sprint(problem, n)
			})
			for _, at := range []int{-1, 0, 1, 9} {
				log.Do("Searched", func() string {
					list, problem := Searched(z, name, at)
					return witness.Show(list) + fmt.Sprint(problem)
				})
			}
		}
	}
}

func lists(log *witness.Log) {
	for _, s := range witness.Texts() {
		for _, more := range [][]byte{nil, {}, []byte("more"), []byte(s)} {
			log.Do("Headed", func() string { b, none := Headed(s, more); return witness.Show([]any{b, none}) })
			m := &Message{Kind: 'm', Body: more}
			var lines []string
			log.Do("Forwarded", func() string {
				b, problem := Forwarded(m, &lines)
				m.From = &Message{Body: []byte(s)}
				c, another := Forwarded(m, &lines)
				return witness.Show([]any{b, problem, c, another, lines})
			})
			log.Do("Marshal", func() string { return witness.Show([]any{Marshal(m), m.Body}) })
			log.Do("Marshal", func() string { return witness.Show(Marshal(m)) })
		}
	}
	for _, words := range [][]string{nil, {}, {""}, {"a", "", "b"}, witness.Texts()} {
		for n := range 4 {
			log.Do("Arguments", func() string {
				return witness.Show(Arguments(words, n&1 > 0, n > 1)) + witness.Show(words)
			})
		}
		log.Do("Old", func() string { old, list := Old(words); return witness.Show([]any{old, list}) })
		log.Do("Gone", func() string {
			list, problem := Gone(words)
			return witness.Show([]any{list, problem, words})
		})
	}
	numbers := [][]int{nil, {}, {1}, {2, 3, 4}}
	for _, a := range numbers {
		log.Do("Kept", func() string { return witness.Show(Kept(a)) })
		for _, b := range numbers {
			log.Do("None", func() string { return witness.Show([]any{None(a, b, false), None(a, b, true)}) })
		}
		log.Do("Tagged", func() string {
			var notes []string
			t := &Tag{Name: strings.Repeat("t", len(a))}
			if len(a) != 1 {
				t.Inner = &Tag{Name: strings.Repeat("in", len(a)/3*9)}
			}
			text, problem := Tagged(t, &notes)
			return witness.Show([]any{text, text == nil, problem, notes})
		})
		log.Do("Stamped", func() string {
			var notes []string
			s := &Stamp{At: time.Unix(int64(len(a))*1e8, 0)}
			if len(a) != 1 {
				s.Owner = &Tag{Name: strings.Repeat("o", len(a)*20)}
			}
			text, problem := Stamped(s, &notes)
			return witness.Show([]any{text, problem, notes})
		})
		log.Do("Heads", func() string { return witness.Show(Heads(make([]string, len(a)))) })
		log.Do("Entry", func() string {
			b, n := Entry(fmt.Sprint(a), fmt.Sprint(len(a)))
			return witness.Show([]any{b, n})
		})
		log.Do("Captured", func() string {
			b, look := Captured(fmt.Sprint(a))
			look()
			return witness.Show(b)
		})
		log.Do("Beyond", func() string {
			b, problem := Beyond(fmt.Sprint(a), len(a))
			return witness.Show([]any{b, problem})
		})
		log.Do("Branches", func() string {
			b, c := Branches(len(a))
			return witness.Show([]any{b, c, cap(b) >= 4})
		})
	}
}
