package textroom

import (
	"slices"
	"testing"
)

func TestTextroom(t *testing.T) {
	if string(Pair("a", "b")) != "a: b" || string(Based(5, 2)) != "<101>" || Siblings(1) != "1-a1-b" {
		t.Error("wrong")
	}
	if got := Sent([]string{"a", "b"}); got != "a#0,b#1" {
		t.Error(got)
	}
	if got := Chunks("abc"); !slices.Equal(got, []string{"<->a", "bc"}) {
		t.Error(got)
	}
}

var (
	line  []byte
	lines [][]byte
	words []string
	text  string
)

func BenchmarkTextroom(b *testing.B) {
	for b.Loop() {
		line = Pair("some key", "and a longer value")
		line = Joined("some text", "and more of it")
		line = Based(1234567890123, 10)
		line = Float(1234567.125)
		lines = Rows([]int64{1, 12345, 1234567890123})
		text = Siblings(1234567890123)
		text = Titles(1234567890123)
		words = Chunks("some text")
		line = Partly([]int{1, 1234567890123}, 1)
		line = Shadowed("some text")
		line = Doubled("some text")
		line, _ = Headed("some name", line[:5])
		line = Marshal(&Message{Kind: 'k', Body: []byte("some text, and more of it")})
		line, _ = Forwarded(&Message{From: &Message{Body: []byte("text")}}, new([]string))
		text = Sent([]string{"some", "longer words"})
		line, _ = Tagged(&Tag{"some name", &Tag{Name: "and another one"}}, new([]string))
		line, _ = Stamped(&Stamp{Owner: &Tag{Name: "some name"}}, new([]string))
		line, _ = Entry("some name", "and some text")
		zones := &Zones{"some", make([]string, 3), &Zones{List: make([]string, 4)}}
		words, _ = Zoned(zones, "name", true)
		words, _ = Searched(zones, "name", 1)
		words, _ = Unzoned(zones, "name")
		words, _ = Counted(zones, "name", new(int))
		line = Heads([]string{"some", "longer words"})[0]
		line, _ = Captured("some text")
		line, _ = Beyond("some text", 3)
	}
}
