package reusefield

import (
	"fmt"
	"testing"
)

func TestReusefield(t *testing.T) {
	var p Parser
	var s Stack
	var set Set
	var q Queue
	list := []string{"a", "b"}
	for _, test := range []struct{ got, want any }{
		{p.Words("a b c"), 3},
		{p.Words("d a"), 2},
		{p.Found("abcd"), 2},
		{fmt.Sprint(p.Count("hello all")), "[l]"},
		{fmt.Sprint(p.Rows(3)), "[[] [0] [0 2]]"},
		{s.Nested("a,b", 1), "aaxbbx"},
		{fmt.Sprint(s.Taken("a,b"), s.Taken("c")), "[a b] [c]"},
		{set.Of(list), 2},
		{fmt.Sprint(list), "[a first]"},
		{fmt.Sprint(set.Unset("x"), set.Unset("")), "true false"},
		{Both("x", "y"), "x"},
		{q.Work("abc d"), "abc,d,bc,c,"},
		{q.Flush("a", ""), "a|-a|"},
		{q.Held("c"), "c;"},
	} {
		if test.got != test.want {
			t.Errorf("got %v, want %v", test.got, test.want)
		}
	}
}

var size int

func BenchmarkReusefield(b *testing.B) {
	var p Parser
	var s Stack
	var set Set
	var q Queue
	var g Grid
	for b.Loop() {
		size += p.Words("some words that are split") + p.Found("words that")
		size += len(p.Count("letters of some words")) + len(p.Rows(4))
		size += len(s.Nested("a,b,c", 2)) + len(s.Taken("a,b,c"))
		size += set.Of(nil)
		if set.Unset("a") {
			size++
		}
		size += len(Shelves([]string{"some", "words", "", "and more"}, "s"))
		size += len(q.Work("some words that are split")) + len(q.Flush("some", "some"))
		size += len(g.Fill(size%3+1, "a")) + g.Sizes(int64(size%3))
		size += len(Both("a", "b")) + len(Cut("some words words again"))
	}
}
