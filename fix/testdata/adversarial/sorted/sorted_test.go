package sorted

import "testing"

func TestLengths(t *testing.T) {
	if got := Lengths([]string{"bb", "a"}); got != "a bb" {
		t.Error(got)
	}
}

var (
	text string
	item Item
)

func BenchmarkItems(b *testing.B) {
	from := []Item{{3, "a"}, {1, "b"}, {2, "c"}, {3, "d"}}
	items := make([]Item, len(from))
	pointers := []*Item{{3, "a"}, {1, "b"}, {2, "c"}}
	for b.Loop() {
		copy(items, from)
		Stable(items)
		copy(items, from)
		Ranked(items)
		item = Smallest(items)
		Pointers(pointers)
	}
}

func BenchmarkNumbers(b *testing.B) {
	for b.Loop() {
		xs := [4]float64{2, 1, 3, 0}
		Floats(xs[:])
		Numbers(xs[:])
		ints := [3]int{2, 1, 3}
		Differences(ints[:])
	}
}

func BenchmarkTexts(b *testing.B) {
	keys := map[string]int{"a": 2, "b": 1}
	for b.Loop() {
		words := []string{"ccc", "a", "bb", "d"}
		text = Lengths(words)
		Falling(words)
		Other(words, keys)
	}
}
