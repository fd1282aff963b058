package trynumber

import "testing"

func TestTrynumber(t *testing.T) {
	if small, _ := Clamped("12"); small != 12 || Kind("x") != "text" || Last([]string{"x"}) == nil {
		t.Error("wrong")
	}
}

func BenchmarkTrynumber(b *testing.B) {
	b.Run("Clamped", func(b *testing.B) {
		for b.Loop() {
			Clamped("abc")
		}
	})
	b.Run("Kind", func(b *testing.B) {
		for b.Loop() {
			Kind("some text")
		}
	})
	b.Run("Last", func(b *testing.B) {
		for b.Loop() {
			Last([]string{"abc", "def"})
		}
	})
	b.Run("Sum", func(b *testing.B) {
		for b.Loop() {
			Sum([]string{"abc", "7"})
		}
	})
	b.Run("Truth", func(b *testing.B) {
		for b.Loop() {
			Truth("some text")
		}
	})
	b.Run("Half", func(b *testing.B) {
		for b.Loop() {
			Half("abc")
		}
	})
}
