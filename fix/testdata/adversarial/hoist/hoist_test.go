package hoist

import "testing"

func TestHoist(t *testing.T) {
	if Table()["b"] != 2 || Masked("ab", "x") != "x" {
		t.Error("wrong")
	}
}

func BenchmarkHoist(b *testing.B) {
	b.Run("Network", func(b *testing.B) {
		for b.Loop() {
			Network("10.2.3.4")
		}
	})
	b.Run("Scaled", func(b *testing.B) {
		for b.Loop() {
			Scaled("12345", 20)
		}
	})
	b.Run("Operated", func(b *testing.B) {
		for b.Loop() {
			Operated("neg", 3)
		}
	})
	b.Run("Table", func(b *testing.B) {
		for b.Loop() {
			Table()
		}
	})
	b.Run("Row", func(b *testing.B) {
		for b.Loop() {
			Row()
		}
	})
	b.Run("Fault", func(b *testing.B) {
		for b.Loop() {
			Fault("")
		}
	})
	b.Run("Matched", func(b *testing.B) {
		for b.Loop() {
			Matched("a+", "aaa")
		}
	})
	b.Run("Masked", func(b *testing.B) {
		for b.Loop() {
			Masked("abc", "x")
		}
	})
	b.Run("Weights", func(b *testing.B) {
		for b.Loop() {
			Weights(9)
		}
	})
	b.Run("Nested", func(b *testing.B) {
		for b.Loop() {
			Nested("x")
		}
	})
	b.Run("Random", func(b *testing.B) {
		for b.Loop() {
			Random(5)
		}
	})
	b.Run("Wrapped", func(b *testing.B) {
		for b.Loop() {
			Wrapped("")
		}
	})
	b.Run("Written", func(b *testing.B) {
		for b.Loop() {
			Written(func(words []string) { words[0] = "1" })
		}
	})
	b.Run("Bounded", func(b *testing.B) {
		for b.Loop() {
			Bounded("12345678901234567890123")
		}
	})
	b.Run("Labelled", func(b *testing.B) {
		for b.Loop() {
			Labelled("metre")
		}
	})
	b.Run("Signed", func(b *testing.B) {
		for b.Loop() {
			Signed("metre")
		}
	})
}
