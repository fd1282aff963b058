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
}
