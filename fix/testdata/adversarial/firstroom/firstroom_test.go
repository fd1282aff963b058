package firstroom

import "testing"

func TestFirstroom(t *testing.T) {
	if got := Words("a  b"); len(got) != 2 || got[1] != "b" {
		t.Error(got)
	}
}

func BenchmarkFirstroom(b *testing.B) {
	const text = "some words! and\nmore words! of\nno great length! or depth"
	b.Run("Words", func(b *testing.B) {
		for b.Loop() {
			Words(text)
		}
	})
	b.Run("Marks", func(b *testing.B) {
		for b.Loop() {
			Marks(text + "!!!!!!")
		}
	})
	b.Run("Paths", func(b *testing.B) {
		for b.Loop() {
			Paths("some words")
		}
	})
	b.Run("Styles", func(b *testing.B) {
		for b.Loop() {
			Styles("2", "3")
		}
	})
	b.Run("Lines", func(b *testing.B) {
		for b.Loop() {
			Lines(text)
		}
	})
	b.Run("Groups", func(b *testing.B) {
		for b.Loop() {
			Groups(text)
		}
	})
	b.Run("Count", func(b *testing.B) {
		for b.Loop() {
			Count(text)
		}
	})
	b.Run("Stops", func(b *testing.B) {
		for b.Loop() {
			Stops(text, 20)
		}
	})
	b.Run("Listed", func(b *testing.B) {
		for b.Loop() {
			Listed(text + " !")
		}
	})
	b.Run("Steps", func(b *testing.B) {
		for b.Loop() {
			Steps("some words")
		}
	})
	b.Run("Ends", func(b *testing.B) {
		for b.Loop() {
			Ends(text)
		}
	})
	b.Run("Both", func(b *testing.B) {
		for b.Loop() {
			Both(text)
		}
	})
}
