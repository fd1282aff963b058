package order

import (
	"io"
	"testing"
)

func TestSummed(t *testing.T) {
	if got := Jumping(2); got != "0,1," {
		t.Error(got)
	}
}

var (
	said  string
	texts []string
	ints  []int
	count int
	is    bool
)

func BenchmarkPieces(b *testing.B) {
	for b.Loop() {
		c := Counter{N: 1000}
		said = Pieces(&c)
		said = Summed(&c)
		said = Grown([]byte("some bytes"))
	}
}

func BenchmarkLoops(b *testing.B) {
	words := []string{"one", "two", "three", "four"}
	for b.Loop() {
		said = Deferred(words)
		texts, _ = Recovered(words, 4)
		said = Labelled([]string{"one two", "three skip four", "five six"}, "six")
		said = Jumping(12)
		ints = Array([4]int{1, 2, 3, 4})
		ints = Window([]int{1, 2, 3, 4, 5, 6, 7, 8, 9})
		Told(io.Discard, words)
	}
}

func BenchmarkEmptied(b *testing.B) {
	for b.Loop() {
		texts = Emptied(map[string]int{"a": 1, "b": 0, "c": 100})
	}
}

func BenchmarkShort(b *testing.B) {
	for b.Loop() {
		c := Counter{N: 1000}
		said = Short(&c, 3)
	}
}

func BenchmarkMatched(b *testing.B) {
	for b.Loop() {
		count = Matched("a+b", []string{"aab", "b"})
		is = IsNumber("-123")
	}
}

func BenchmarkSeats(b *testing.B) {
	for b.Loop() {
		said = Seats(5)()
	}
}

func BenchmarkFailures(b *testing.B) {
	for b.Loop() {
		is, _ = Distinct()
		count = Failures(3)
	}
}
