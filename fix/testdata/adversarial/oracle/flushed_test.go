package flushed

import (
	"fmt"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "flushed")
	texts := []string{"", "a", "a b c", "hello all of you", "of all", "longer words come", "é é", "x"}
	var l Ledger
	var c Counter
	var table Table
	var ends [][]string
	for i, text := range texts {
		for j, other := range texts {
			log.Do("Ledger.Post", func() string { return l.Post(text+" "+other, (i+j)%4) })
			log.Do("Ledger.Note", func() string { return fmt.Sprint(l.Note(text), l.Note(other)) })
			log.Do("Counter.Seen", func() string {
				return fmt.Sprint(c.Seen(text), c.Seen(other), c.Seen(text+other))
			})
			log.Do("Counter.Take", func() string { return fmt.Sprint(c.Take(text), c.Take(other)) })
			log.Do("Table.Load", func() string {
				return table.Load(text+" "+other, "all") + table.Load(other, "x")
			})
			log.Do("Table.Widths", func() string {
				return fmt.Sprint(table.Widths(text), table.Widths(other))
			})
			log.Do("Table.Marks", func() string {
				return fmt.Sprint(table.Marks(text), table.Marks(other))
			})
			log.Do("Table.Ends", func() string {
				ends = append(ends, table.Ends(other+" "+text))
				return fmt.Sprint(ends[max(0, len(ends)-4):])
			})
		}
	}
}
