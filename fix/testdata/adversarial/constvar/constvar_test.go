package constvar

import "testing"

func TestConstvar(t *testing.T) {
	if Reset("q") != "qx" || Prefixed("x") != "p-x" || Limit(3) != 13 {
		t.Error("wrong")
	}
}

func BenchmarkConstvar(b *testing.B) {
	b.Run("Limit", func(b *testing.B) {
		for b.Loop() {
			Limit(3)
		}
	})
	b.Run("Named", func(b *testing.B) {
		for b.Loop() {
			Named("some text")
		}
	})
	b.Run("Tenths", func(b *testing.B) {
		for b.Loop() {
			Tenths(5)
		}
	})
	b.Run("Wide", func(b *testing.B) {
		for b.Loop() {
			Wide(5)
		}
	})
	b.Run("Prefixed", func(b *testing.B) {
		for b.Loop() {
			Prefixed("some text that is long enough for the heap")
		}
	})
	b.Run("Reset", func(b *testing.B) {
		for b.Loop() {
			Reset("q-")
		}
	})
	b.Run("Shadowed", func(b *testing.B) {
		for b.Loop() {
			Shadowed("some text that is long enough for the heap")
		}
	})
	b.Run("Opened", func(b *testing.B) {
		for b.Loop() {
			Opened("some text that is long enough for the heap")
		}
	})
}
