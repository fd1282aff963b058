package loadfirst

import (
	"strings"
	"testing"
)

func TestLoadfirst(t *testing.T) {
	if got := Grouped([]string{"ab", "cd"}); len(got[2000]) != 2 {
		t.Error(got)
	}
}

func BenchmarkLoadfirst(b *testing.B) {
	words := strings.Fields("some words and some more words and again some words")
	b.Run("Grouped", func(b *testing.B) {
		for b.Loop() {
			Grouped(words)
		}
	})
	b.Run("Numbered", func(b *testing.B) {
		for b.Loop() {
			Numbered(words)
		}
	})
	b.Run("Once", func(b *testing.B) {
		for b.Loop() {
			Once(words)
		}
	})
	b.Run("Hidden", func(b *testing.B) {
		for b.Loop() {
			Hidden(words)
		}
	})
	b.Run("Failing", func(b *testing.B) {
		for b.Loop() {
			Failing(words[:2])
		}
	})
	b.Run("Odd", func(b *testing.B) {
		for b.Loop() {
			Odd(words[:2])
		}
	})
	b.Run("Refused", func(b *testing.B) {
		for b.Loop() {
			Refused(words)
		}
	})
}
