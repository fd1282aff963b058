package slicepool

import "testing"

func TestSlicepool(t *testing.T) {
	if got := Twice("a", "b"); got != "abba" {
		t.Error(got)
	}
	if got := Deep(3); got != "321." {
		t.Error(got)
	}
}

func BenchmarkSlicepool(b *testing.B) {
	b.Run("Twice", func(b *testing.B) {
		for b.Loop() {
			Twice("some", "text")
		}
	})
	b.Run("Deep", func(b *testing.B) {
		for b.Loop() {
			Deep(5)
		}
	})
	b.Run("Squares", func(b *testing.B) {
		for b.Loop() {
			Squares(30)
		}
	})
	b.Run("Mixed", func(b *testing.B) {
		for b.Loop() {
			Mixed("a", 1)
		}
	})
	b.Run("Absent", func(b *testing.B) {
		for b.Loop() {
			Absent(3)
		}
	})
}
