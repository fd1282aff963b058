package optionvalue

import (
	"strings"
	"testing"
)

func TestOptionvalue(t *testing.T) {
	if got := Linked([]string{"a"}); got != 202 {
		t.Error(got)
	}
}

func BenchmarkOptionvalue(b *testing.B) {
	words := strings.Fields("some of the words")
	b.Run("Configured", func(b *testing.B) {
		for b.Loop() {
			Configured(words)
		}
	})
	b.Run("Failing", func(b *testing.B) {
		for b.Loop() {
			Failing([]string{"a", "bc"})
		}
	})
	b.Run("Linked", func(b *testing.B) {
		for b.Loop() {
			Linked(words)
		}
	})
	b.Run("Watched", func(b *testing.B) {
		for b.Loop() {
			Watched(words)
		}
	})
	b.Run("Limited", func(b *testing.B) {
		for b.Loop() {
			Limited(words)
		}
	})
	b.Run("Scaled", func(b *testing.B) {
		for b.Loop() {
			Scaled(words)
		}
	})
}
