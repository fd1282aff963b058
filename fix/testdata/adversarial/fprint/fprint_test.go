package fprint

import "testing"

func TestFprint(t *testing.T) {
	if Deferred([]int{1, 2}) != "[2],[1 2]," || string(Empty("a")) != "a" || Kept([]any{1, 2}) != "1.|2." {
		t.Error("wrong")
	}
}

func BenchmarkFprint(b *testing.B) {
	values := []any{"some", 1.5, "text"}
	for name, f := range map[string]func([]any) string{
		"Quoted": Quoted, "Kept": Kept, "Turned": Turned, "Lines": Lines,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(values)
			}
		})
	}
	b.Run("Deferred", func(b *testing.B) {
		for b.Loop() {
			Deferred([]int{1, 2, 3})
		}
	})
	b.Run("Empty", func(b *testing.B) {
		for b.Loop() {
			Empty("text")
		}
	})
	b.Run("Logged", func(b *testing.B) {
		for b.Loop() {
			Logged(3)
		}
	})
	b.Run("Percent", func(b *testing.B) {
		for b.Loop() {
			Percent([]string{"a", "b"})
		}
	})
	b.Run("Tallied", func(b *testing.B) {
		for b.Loop() {
			Tallied(7)
		}
	})
}
