package equalfold

import "testing"

func TestEqualfold(t *testing.T) {
	if !SameLower("AbC", "aBc") || !IsTask("TASK") || Differs("a", "A") {
		t.Error("wrong")
	}
}

func BenchmarkEqualfold(b *testing.B) {
	b.Run("SameLower", func(b *testing.B) {
		for b.Loop() {
			SameLower("Some Longer Text", "some longer TEXT")
		}
	})
	b.Run("SameUpper", func(b *testing.B) {
		for b.Loop() {
			SameUpper("Some Longer Text", "some longer TEXT")
		}
	})
	b.Run("SameBytes", func(b *testing.B) {
		for b.Loop() {
			SameBytes([]byte("Some Longer Text"), []byte("some longer TEXT"))
		}
	})
	b.Run("IsTask", func(b *testing.B) {
		for b.Loop() {
			IsTask("Task")
		}
	})
	b.Run("IsOdd", func(b *testing.B) {
		for b.Loop() {
			IsOdd("ODD")
		}
	})
	b.Run("Unit", func(b *testing.B) {
		for b.Loop() {
			Unit("KiB")
		}
	})
	b.Run("Kind", func(b *testing.B) {
		for b.Loop() {
			Kind("Socks")
		}
	})
	b.Run("Scheme", func(b *testing.B) {
		for b.Loop() {
			Scheme("HTTPS://example.com")
		}
	})
	b.Run("Differs", func(b *testing.B) {
		for b.Loop() {
			Differs("Some Longer Text", "some longer TEXT")
		}
	})
	b.Run("Found", func(b *testing.B) {
		for b.Loop() {
			Found("Some Text", "TEXT")
		}
	})
	b.Run("Where", func(b *testing.B) {
		for b.Loop() {
			Where("some text", "TEXT")
		}
	})
}
