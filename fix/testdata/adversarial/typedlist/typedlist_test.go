package queues

import "testing"

func TestQueues(t *testing.T) {
	if got := len(Breadth(4)); got != len(Depth(4)) {
		t.Error(got)
	}
}

func BenchmarkQueues(b *testing.B) {
	b.Run("Breadth", func(b *testing.B) {
		for b.Loop() {
			Breadth(4)
		}
	})
	b.Run("Depth", func(b *testing.B) {
		for b.Loop() {
			Depth(4)
		}
	})
	b.Run("Growing", func(b *testing.B) {
		for b.Loop() {
			Growing(1000)
		}
	})
	b.Run("Copied", func(b *testing.B) {
		for b.Loop() {
			Copied(1003)
		}
	})
	b.Run("Drained", func(b *testing.B) {
		for b.Loop() {
			Drained(1001)
		}
	})
	b.Run("Empty", func(b *testing.B) {
		for b.Loop() {
			Empty(1001)
		}
	})
	b.Run("Seen", func(b *testing.B) {
		for b.Loop() {
			Seen(1003)
		}
	})
	b.Run("Inner", func(b *testing.B) {
		for b.Loop() {
			Inner(1003)
		}
	})
	b.Run("Asked", func(b *testing.B) {
		for b.Loop() {
			Asked(1007)
		}
	})
}
