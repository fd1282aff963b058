package reusefield

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "reusefield")
	texts := []string{"", "a", "a b c", "hello all of you", "x,y,z", ",", "aa,bb,cc,dd,ee,ff", "é é"}
	var p Parser
	var s Stack
	var set Set
	var q Queue
	var g Grid
	var rows [][][]int
	var taken [][]string
	for i, text := range texts {
		for j, other := range texts {
			log.Do("Parser.Words", func() string { return fmt.Sprint(p.Words(text), p.words) })
			log.Do("Parser.Found", func() string { return fmt.Sprint(p.Found(other), p.marks) })
			log.Do("Parser.Count", func() string { return fmt.Sprint(p.Count(other), p.counts) })
			log.Do("Parser.Rows", func() string {
				rows = append(rows, p.Rows((i*j)%7))
				return fmt.Sprint(rows[max(0, len(rows)-3):])
			})
			log.Do("Stack.Nested", func() string { return s.Nested(text, j%4) })
			log.Do("Stack.Taken", func() string {
				taken = append(taken, s.Taken(other))
				return fmt.Sprintf("%q", taken[max(0, len(taken)-3):])
			})
			log.Do("Set.Of", func() string {
				list := append([]string(nil), texts[:i]...)
				return fmt.Sprint(set.Of(list), list)
			})
			log.Do("Cut", func() string { return Cut(text + " " + other + " " + text) })
			log.Do("Shelves", func() string {
				return Shelves(append([]string{"stop" + other}, texts...), text)
			})
			log.Do("Queue.Work", func() string { return q.Work(text + " " + other) })
			log.Do("Queue.Flush", func() string { return q.Flush(text, other) })
			log.Do("Queue.Held", func() string { return q.Held(other) + q.Held(text) })
			log.Do("Grid.Fill", func() string { return g.Fill(5*i-j*j, text+other) })
			log.Do("Grid.Sizes", func() string { return fmt.Sprint(g.Sizes(int64(3*j - i*i))) })
			log.Do("Both", func() string { return Both(text, other) })
		}
	}
}
