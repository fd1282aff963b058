package sprint

import "testing"

func TestSprint(t *testing.T) {
	if Text(1) != "1" || Both(1, 2) != "1 2" || Value(3) != "{3}" {
		t.Error("wrong")
	}
}

func BenchmarkSprint(b *testing.B) {
	b.Run("Text", func(b *testing.B) {
		for b.Loop() {
			Text("some text")
		}
	})
	b.Run("Both", func(b *testing.B) {
		for b.Loop() {
			Both("some", "text")
		}
	})
	b.Run("Line", func(b *testing.B) {
		for b.Loop() {
			Line("some", "text")
		}
	})
	b.Run("Joined", func(b *testing.B) {
		for b.Loop() {
			Joined([]any{"a", 1, nil})
		}
	})
	b.Run("Value", func(b *testing.B) {
		for b.Loop() {
			Value(1)
		}
	})
	b.Run("Pointer", func(b *testing.B) {
		for b.Loop() {
			Pointer(&Known{1})
		}
	})
}
