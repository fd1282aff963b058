package fieldtext

import "testing"

func TestFieldtext(t *testing.T) {
	if got := Words("a bc"); len(got) != 2 || got[1] != "bc" {
		t.Error(got)
	}
}

func BenchmarkFieldtext(b *testing.B) {
	b.Run("Words", func(b *testing.B) {
		for b.Loop() {
			Words("some words that are collected rune by rune")
		}
	})
	b.Run("Marked", func(b *testing.B) {
		for b.Loop() {
			Marked([]string{"some", "more", "parts", "of", "text"})
		}
	})
	b.Run("Cut", func(b *testing.B) {
		for b.Loop() {
			Cut("some text", 1, 5)
		}
	})
	b.Run("Sent", func(b *testing.B) {
		for b.Loop() {
			Sent([]string{"a", "longer", "line;", "and", "another one;", "b"})
		}
	})
	b.Run("Paths", func(b *testing.B) {
		for b.Loop() {
			Paths(8)
		}
	})
	b.Run("Scored", func(b *testing.B) {
		for b.Loop() {
			Scored([]string{"a", "name", "and", "another", "one"})
		}
	})
}
