package padding

import "testing"

func TestPadding(t *testing.T) {
	if got := Zeros("7", 3); got != "007" {
		t.Error(got)
	}
}

func BenchmarkPadding(b *testing.B) {
	b.Run("Zeros", func(b *testing.B) {
		for b.Loop() {
			Zeros("7", 40)
		}
	})
	b.Run("Behind", func(b *testing.B) {
		for b.Loop() {
			Behind("7", 40)
		}
	})
	b.Run("Characters", func(b *testing.B) {
		for b.Loop() {
			Characters("é", 40)
		}
	})
	b.Run("Parts", func(b *testing.B) {
		for b.Loop() {
			Parts("7", 40)
		}
	})
	b.Run("Broken", func(b *testing.B) {
		for b.Loop() {
			Broken("7", 40)
		}
	})
	b.Run("At", func(b *testing.B) {
		for b.Loop() {
			At("7", []int{40})
		}
	})
	b.Run("Seen", func(b *testing.B) {
		for b.Loop() {
			Seen("7", 40)
		}
	})
}
