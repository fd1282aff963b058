package splitafter

import "testing"

const text = "one\ntwo,three;\n\naaaa;four;five,six"

func TestSplitafter(t *testing.T) {
	if got := Lines("a\nb"); len(got) != 2 || got[1] != "b\n" {
		t.Errorf("%q", got)
	}
}

func BenchmarkSplitafter(b *testing.B) {
	b.Run("Lines", func(b *testing.B) {
		for b.Loop() {
			Lines(text)
		}
	})
	b.Run("Crossed", func(b *testing.B) {
		for b.Loop() {
			Crossed(text)
		}
	})
	b.Run("Odd", func(b *testing.B) {
		for b.Loop() {
			Odd(text)
		}
	})
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First(text)
		}
	})
	b.Run("Ends", func(b *testing.B) {
		for b.Loop() {
			Ends(text)
		}
	})
	b.Run("Nested", func(b *testing.B) {
		for b.Loop() {
			Nested(text)
		}
	})
	b.Run("Later", func(b *testing.B) {
		for b.Loop() {
			Later(text)
		}
	})
}
