package ownvar

import "testing"

func TestOwnvar(t *testing.T) {
	if Total([]string{"ab", "c"}) != 30304 || Waited([]string{"ab"}) != 3 ||
		Numbers([]int{1, 2}) != "1 3 " || Last([]string{"ab", ""}) != "22" {
		t.Error("wrong")
	}
}

var (
	number int
	text   string
)

func BenchmarkOwnvar(b *testing.B) {
	words := []string{"1", "23", "x", "", "456"}
	for b.Loop() {
		number = Total(words)
		number = Waited(words)
		text = Numbers([]int{1, 2, 3})
		text = Last(words)
		text = Failed(words)
		text = Deep(4)
		text = Handed(words)
		number = Pointed(words)
		text = Limited(words)
		text = Rounds(words)
		text = Scratch(words)
	}
}
