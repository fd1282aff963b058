package boxonce

import "testing"

func TestBoxonce(t *testing.T) {
	if _, err := First(1); err == nil || err.Error() != "1first[]" {
		t.Error(err)
	}
}

func BenchmarkBoxonce(b *testing.B) {
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First(1)
		}
	})
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted(5)
		}
	})
	b.Run("Levels", func(b *testing.B) {
		for b.Loop() {
			Levels(3)
		}
	})
	b.Run("Limits", func(b *testing.B) {
		for b.Loop() {
			Limits(2)
		}
	})
	b.Run("Fractions", func(b *testing.B) {
		for b.Loop() {
			Fractions(3)
		}
	})
	b.Run("Names", func(b *testing.B) {
		for b.Loop() {
			Names(3)
		}
	})
	b.Run("Wrapped", func(b *testing.B) {
		for b.Loop() {
			Wrapped(3)
		}
	})
	b.Run("Grades", func(b *testing.B) {
		for b.Loop() {
			Grades(2)
		}
	})
}
