package queueroom

import (
	"fmt"
	"strings"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "queueroom")
	texts := append(witness.Texts(), "abcdef", "a b c d e", "a  b ", "one\ntwo\n", "a\nb\nc\nd\ne\nf",
		strings.Repeat("word\n", 40), strings.Repeat("ab cd ", 30))
	witness.Each(log, "Firsts", Firsts, texts...)
	witness.Each(log, "Windows", Windows, texts...)
	witness.Each(log, "Over", Over, texts...)
	for n := range 40 {
		log.Do("Breadth", func() string { return witness.Show(Breadth(n)) })
		log.Do("Drained", func() string { return witness.Show(Drained(n)) })
		log.Do("Given", func() string {
			list := make([]int, n, n+n%3)
			for i := range list {
				list[i] = (i * n) % 17
			}
			sum := Given(list)
			return witness.Show([]any{sum, list, list[:cap(list)]})
		})
	}
	var marks Marks
	for i := range 60 {
		log.Do("Marks.Set", func() string { return witness.Show(marks.Set(i * 7 % 23)) })
		log.Do("Marks.Limit", func() string { return marks.Limit(i * 5 % 17) })
	}
	var line Line
	var round Round
	var lines Log
	var last [][]string
	for i, text := range texts {
		for n := range 7 {
			log.Do("Short", func() string { return witness.Show(Short(text, n)) })
			log.Do("Line.Add", func() string { return witness.Show(line.Add(text)) })
			log.Do("Line.Both", func() string { return line.Both() })
			if n%2 == 0 || i%3 == 0 {
				log.Do("Line.Next", func() string {
					name, ok := line.Next()
					return fmt.Sprint(name, ok, line.done)
				})
			}
		}
		log.Do("Line.Drop", func() string { return witness.Show(line.Drop(text)) })
		log.Do("Round.Add", func() string { round.Add(text); return "" })
		log.Do("Round.All", func() string { return round.All() })
		if i%3 == 1 {
			log.Do("Round.Next", func() string { return round.Next() })
		}
		log.Do("Log.Write", func() string { return witness.Show(lines.Write(text)) })
		log.Do("Log.Last", func() string {
			last = append(last, lines.Last())
			return witness.Show(last[max(0, len(last)-3):])
		})
	}
}
