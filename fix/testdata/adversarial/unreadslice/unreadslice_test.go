package unreadslice

import "testing"

func TestUnreadslice(t *testing.T) {
	if Counted([]string{"", "a"}) != 1 || Watched([]int{1, 2})() != 2 {
		t.Error("wrong")
	}
}

func BenchmarkUnreadslice(b *testing.B) {
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted([]string{"a", "b", "c"})
		}
	})
	words := []string{"a", "b", "c"}
	b.Run("Sized", func(b *testing.B) {
		for b.Loop() {
			Sized(words, 1)
		}
	})
	b.Run("Merged", func(b *testing.B) {
		for b.Loop() {
			Merged(&Page{List: words}, func() []string { return nil })
		}
	})
	b.Run("Recovered", func(b *testing.B) {
		for b.Loop() {
			Recovered(words, 2)
		}
	})
	b.Run("Emptied", func(b *testing.B) {
		for b.Loop() {
			Emptied(words, 2)
		}
	})
	b.Run("Called", func(b *testing.B) {
		for b.Loop() {
			Called([]string{"a", "b", "c"}, func(s string) string { return s })
		}
	})
	b.Run("Indexed", func(b *testing.B) {
		for b.Loop() {
			Indexed([]string{"a", "b", "c"}, []int{0, 1, 2})
		}
	})
	b.Run("Watched", func(b *testing.B) {
		for b.Loop() {
			Watched([]int{1, 2, 3})
		}
	})
	b.Run("Pointed", func(b *testing.B) {
		for b.Loop() {
			Pointed([]int{1, 2, 3}, new(*[]int))
		}
	})
	b.Run("Named", func(b *testing.B) {
		for b.Loop() {
			Named([]int{1, 2, 3})
		}
	})
	b.Run("Sorted", func(b *testing.B) {
		for b.Loop() {
			Sorted([]string{"b", "a", "c"})
		}
	})
}
