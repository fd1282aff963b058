package unreaderror

import "testing"

func TestUnreaderror(t *testing.T) {
	if sum, failures := Counted([]string{"1", "x"}); sum != 1 || failures != 1 {
		t.Error(sum, failures)
	}
	if Prefixes([]string{"12x"}) != 12 || First([]string{"a=b"}) != "a" || Second("ab") != "b" {
		t.Error("wrong")
	}
}

func BenchmarkUnreaderror(b *testing.B) {
	words := []string{"12", "abc", "3x"}
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted(words)
		}
	})
	b.Run("Prefixes", func(b *testing.B) {
		for b.Loop() {
			Prefixes(words)
		}
	})
	b.Run("Whole", func(b *testing.B) {
		for b.Loop() {
			Whole(words)
		}
	})
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First(words)
		}
	})
	b.Run("Depth", func(b *testing.B) {
		for b.Loop() {
			Depth("(a(b)")
		}
	})
	b.Run("Second", func(b *testing.B) {
		for b.Loop() {
			Second("abc")
		}
	})
	b.Run("Asked", func(b *testing.B) {
		for b.Loop() {
			Asked(words)
		}
	})
}
