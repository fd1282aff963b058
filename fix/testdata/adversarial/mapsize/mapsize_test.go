package mapsize

import "testing"

func TestMapsize(t *testing.T) {
	if Index([]string{"a", "b", "a"})["a"] != 0 || Counted(3)[2] != 1 {
		t.Error("wrong")
	}
}

func BenchmarkMapsize(b *testing.B) {
	b.Run("Index", func(b *testing.B) {
		for b.Loop() {
			Index([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"})
		}
	})
	b.Run("Floats", func(b *testing.B) {
		for b.Loop() {
			Floats([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
		}
	})
	b.Run("Merge", func(b *testing.B) {
		for b.Loop() {
			Merge(nil, map[string]int{"a": 1, "b": 2, "c": 3})
		}
	})
	b.Run("Boxed", func(b *testing.B) {
		for b.Loop() {
			Boxed([]any{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
		}
	})
	b.Run("Groups", func(b *testing.B) {
		for b.Loop() {
			Groups([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
		}
	})
	b.Run("Nothing", func(b *testing.B) {
		for b.Loop() {
			Nothing([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
		}
	})
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted(50)
		}
	})
	b.Run("Reversed", func(b *testing.B) {
		for b.Loop() {
			Reversed(map[string]int{"a": 1, "b": 2, "c": 3})
		}
	})
	b.Run("Removed", func(b *testing.B) {
		for b.Loop() {
			Removed([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
		}
	})
	b.Run("Seen", func(b *testing.B) {
		for b.Loop() {
			Seen("a b c d e f g h i j k l m n", 100)
		}
	})
	b.Run("Added", func(b *testing.B) {
		for b.Loop() {
			Added([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
		}
	})
}
