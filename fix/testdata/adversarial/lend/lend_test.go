package lend

import "testing"

func TestLend(t *testing.T) {
	if got := Both("banana", 'a', 'n'); got != [2]int{22, 10} {
		t.Error(got)
	}
}

func BenchmarkLend(b *testing.B) {
	const text = "some (words of (no great length or depth"
	b.Run("Both", func(b *testing.B) {
		for b.Loop() {
			Both(text, 'e', 'o')
		}
	})
	b.Run("None", func(b *testing.B) {
		for b.Loop() {
			None(text)
		}
	})
	b.Run("Ways", func(b *testing.B) {
		for b.Loop() {
			Ways(text)
		}
	})
	b.Run("Totals", func(b *testing.B) {
		for b.Loop() {
			Totals([]string{text, "x", text})
		}
	})
	b.Run("Table", func(b *testing.B) {
		for b.Loop() {
			Table(text, 12)
		}
	})
	b.Run("Records", func(b *testing.B) {
		for b.Loop() {
			Records(text, 40)
		}
	})
	b.Run("Titled", func(b *testing.B) {
		for b.Loop() {
			Titled(text, 3)
		}
	})
	b.Run("Nested", func(b *testing.B) {
		for b.Loop() {
			Nested(text)
		}
	})
	b.Run("Found", func(b *testing.B) {
		for b.Loop() {
			Found(text)
		}
	})
	b.Run("Spread", func(b *testing.B) {
		for b.Loop() {
			Spread(text)
		}
	})
	b.Run("Highest", func(b *testing.B) {
		for b.Loop() {
			Highest(text)
		}
	})
	b.Run("Deeper", func(b *testing.B) {
		for b.Loop() {
			Deeper(text)
		}
	})
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted(text)
		}
	})
	words := []string{text, "(x", "", text}
	b.Run("Escaped", func(b *testing.B) {
		for b.Loop() {
			Escaped(words)
		}
	})
	b.Run("Pieces", func(b *testing.B) {
		for b.Loop() {
			Pieces(words)
		}
	})
	b.Run("Sizes", func(b *testing.B) {
		for b.Loop() {
			Sizes(words)
		}
	})
	b.Run("Last", func(b *testing.B) {
		for b.Loop() {
			Last([]string{text, "x", text})
		}
	})
	b.Run("Registered", func(b *testing.B) {
		for b.Loop() {
			Registered([]string{"banana", "abc"})
		}
	})
	b.Run("Compared", func(b *testing.B) {
		for b.Loop() {
			Compared("banana", "cabana")
		}
	})
	b.Run("Played", func(b *testing.B) {
		for b.Loop() {
			Played([]string{"banana", "abc"})
		}
	})
	b.Run("Framed", func(b *testing.B) {
		for b.Loop() {
			Framed([]string{"banana", "abc"})
		}
	})
	b.Run("Stored", func(b *testing.B) {
		for b.Loop() {
			Stored([]string{"banana", "abc", "a"})
		}
	})
	b.Run("Tails", func(b *testing.B) {
		for b.Loop() {
			Tails([]string{"banana", "abc"})
		}
	})
	b.Run("Gauged", func(b *testing.B) {
		for b.Loop() {
			Gauged("a longer text than thirty-two bytes", 3)
		}
	})
	b.Run("Signed", func(b *testing.B) {
		for b.Loop() {
			Signed("a 0")
		}
	})
	b.Run("Boxed", func(b *testing.B) {
		for b.Loop() {
			Boxed(12345)
		}
	})
	b.Run("Described", func(b *testing.B) {
		for b.Loop() {
			Described([]string{"some more words", "abc"})
		}
	})
	b.Run("Halves", func(b *testing.B) {
		for b.Loop() {
			Halves([]string{"some more words", "abc"})
		}
	})
	b.Run("Marked", func(b *testing.B) {
		for b.Loop() {
			Marked("some more words")
		}
	})
}
