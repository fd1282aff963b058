package stacks

import "testing"

func TestStacks(t *testing.T) {
	if got := len(Balanced("(()")); got != 3 {
		t.Error(got)
	}
}

func BenchmarkStacks(b *testing.B) {
	const text = "{ a (b { c ((p q) } ) } { dpq }"
	b.Run("Balanced", func(b *testing.B) {
		for b.Loop() {
			Balanced(text)
		}
	})
	b.Run("Blocks", func(b *testing.B) {
		for b.Loop() {
			Blocks(text)
		}
	})
	b.Run("Again", func(b *testing.B) {
		for b.Loop() {
			Again(29)
		}
	})
	b.Run("Later", func(b *testing.B) {
		for b.Loop() {
			Later(5)()
		}
	})
	b.Run("Order", func(b *testing.B) {
		for b.Loop() {
			Order(8)
		}
	})
	b.Run("Zero", func(b *testing.B) {
		for b.Loop() {
			Zero(7)
		}
	})
	b.Run("Inner", func(b *testing.B) {
		for b.Loop() {
			Inner(text)
		}
	})
	b.Run("Shared", func(b *testing.B) {
		for b.Loop() {
			Shared(6)
		}
	})
}
