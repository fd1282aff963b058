package flushed

import (
	"fmt"
	"testing"
)

func TestFlushed(t *testing.T) {
	var l Ledger
	var c Counter
	var table Table
	for _, test := range []struct{ got, want any }{
		{l.Post("abc d", 1), "abc,abc,d,c,;d,;"},
		{l.Note("a"), 1},
		{c.Seen("a"), 1},
		{c.Take("a b"), -2},
		{c.Take("c d"), 10},
		{table.Load("a b", "c"), "a+b"},
		{table.Load("c d e", "d"), "bad:a+b"},
		{table.Widths("afa"), 204},
		{table.Marks("abc"), 4},
		{fmt.Sprint(table.Ends("ab cd"), table.Ends("")), "[] [b d]"},
	} {
		if test.got != test.want {
			t.Errorf("got %v, want %v", test.got, test.want)
		}
	}
}

var size int

func BenchmarkFlushed(b *testing.B) {
	var l Ledger
	var c Counter
	var t Table
	words := []string{"some", "words", "of", "a", "text"}
	for b.Loop() {
		for _, w := range words {
			size += l.Note(w) + c.Seen(w)
		}
		size += len(l.Post("some words", 1)) + c.Take("some words that are taken")
		size += len(t.Load("some words", "none")) + t.Widths("some words") + t.Marks("some")
		size += len(t.Ends("some words"))
	}
}
