package typedheap

import (
	"fmt"
	"testing"
)

var keys = []int{500, 300, 900, 300, 700, 300, 400, 900}

func TestHeaps(t *testing.T) {
	got := fmt.Sprint(Merge([][]int{{1, 5}, {2, 3}}), Drain([]int{3, 1}, 1))
	if got != "[0 1 1 0] 1" {
		t.Error(got)
	}
}

func BenchmarkHeaps(b *testing.B) {
	b.Run("Merge", func(b *testing.B) {
		for b.Loop() {
			Merge([][]int{keys[:2], keys[1:3], keys[3:5]})
		}
	})
	b.Run("Ties", func(b *testing.B) {
		for b.Loop() {
			Ties(keys)
		}
	})
	b.Run("Drain", func(b *testing.B) {
		for b.Loop() {
			Drain(keys, 3)
		}
	})
	b.Run("Counts", func(b *testing.B) {
		for b.Loop() {
			Counts(keys)
		}
	})
	b.Run("Largest", func(b *testing.B) {
		for b.Loop() {
			Largest(keys, 3)
		}
	})
	b.Run("Replaced", func(b *testing.B) {
		for b.Loop() {
			Replaced(keys, 800)
		}
	})
}
