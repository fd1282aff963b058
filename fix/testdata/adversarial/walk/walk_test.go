package walk

import (
	"slices"
	"testing"
)

func TestEven(t *testing.T) {
	if got := Even([]int{1, 2, 3, 4}); !slices.Equal(got, []int{2, 4}) {
		t.Error(got)
	}
}

var (
	numbers []int
	labels  []string
	sums    map[int]int
)

func BenchmarkWalks(b *testing.B) {
	values := []int{1, 2, 3, 4, 5, 6, 7, 8, 200, 10, 11, 12}
	for b.Loop() {
		numbers = Even(values)
		numbers = UnlessNegative(values)
		numbers = Never(values)
		numbers = Raised(values)
		numbers = Few(values)
		numbers = Safely(values)
		sums = Places(values)
		sums = Order(values)
		Positive(values)
		Odd(values)
		labels = Labels([]string{"a", "b", "c"})
	}
	b.Run("Checked", func(b *testing.B) {
		list := []int{5, 1, 2, 3, 4, 5, 6, 7, 8}
		for b.Loop() {
			Checked(list)
		}
	})
	b.Run("Tolerant", func(b *testing.B) {
		list := []int{5, 1, 2, 3, 4, 5, 6, 7, 8}
		for b.Loop() {
			Tolerant(list)
		}
	})
	b.Run("Partial", func(b *testing.B) {
		list := []int{5, 1, 2, 3, 4, 5, 6, 7, 8}
		for b.Loop() {
			Partial(list)
		}
	})
	b.Run("InOrder", func(b *testing.B) {
		list := []int{5, 1, 2, 3, 4, 5, 6, 7, 8}
		for b.Loop() {
			InOrder(list)
		}
	})
	b.Run("Ranked", func(b *testing.B) {
		list := []int{5, 1, 2, 3, 4, 5, 6, 7, 8}
		for b.Loop() {
			Ranked(list)
		}
	})
	b.Run("Filled", func(b *testing.B) {
		list := []int{5, 1, 2, 3, 4, 5, 6, 7, 8}
		for b.Loop() {
			Filled(list)
		}
	})
}
