package lazybuf

import "testing"

func TestLazybuf(t *testing.T) {
	if got := Clean("a b"); got != "a_b" {
		t.Error(got)
	}
}

func BenchmarkLazybuf(b *testing.B) {
	const text = "a text of 40 bytes, or a few more + others"
	b.Run("Empty", func(b *testing.B) {
		for b.Loop() {
			Empty(text, 2)
		}
	})
	b.Run("Anew", func(b *testing.B) {
		for b.Loop() {
			Anew(text)
		}
	})
	b.Run("Beyond", func(b *testing.B) {
		for b.Loop() {
			Beyond(text, 5)
		}
	})
	b.Run("Rows", func(b *testing.B) {
		for b.Loop() {
			Rows([]string{text, text})
		}
	})
	b.Run("Clean", func(b *testing.B) {
		for b.Loop() {
			Clean(text)
		}
	})
	b.Run("Two", func(b *testing.B) {
		for b.Loop() {
			Two(text)
		}
	})
	b.Run("Longer", func(b *testing.B) {
		for b.Loop() {
			Longer(text)
		}
	})
	b.Run("Panics", func(b *testing.B) {
		for b.Loop() {
			Panics("what is this, if anything at all! tell", 3)
		}
	})
}
