package appendstyle

import "testing"

func TestAppendstyle(t *testing.T) {
	if got := List([]string{"a", "b"}) + Hyphens(" A b!"); got != "a, ba-b" {
		t.Error(got)
	}
}

func BenchmarkAppendstyle(b *testing.B) {
	b.Run("List", func(b *testing.B) {
		for b.Loop() {
			List([]string{"a", "b", "c", "d"})
		}
	})
	b.Run("Doubling", func(b *testing.B) {
		for b.Loop() {
			Doubling("ab", 5)
		}
	})
	b.Run("Trimmed", func(b *testing.B) {
		for b.Loop() {
			Trimmed([]string{"ab", "x", "cd", "ex"})
		}
	})
	b.Run("Stages", func(b *testing.B) {
		for b.Loop() {
			Stages([]string{"ab", "x", "cd", "ex"})
		}
	})
	b.Run("Before", func(b *testing.B) {
		for b.Loop() {
			Before([]string{"ab", "x", "cd", "ex"})
		}
	})
	b.Run("Recovered", func(b *testing.B) {
		for b.Loop() {
			Recovered([]string{"ab", "x", "cd", "ex"}, 1)
		}
	})
	b.Run("Runes", func(b *testing.B) {
		for b.Loop() {
			Runes("some text of words", 'e')
		}
	})
	b.Run("Hyphens", func(b *testing.B) {
		for b.Loop() {
			Hyphens("Some Text, and more")
		}
	})
	b.Run("Caught", func(b *testing.B) {
		for b.Loop() {
			Caught([]string{"ab", "x", "cd", "ex"})
		}
	})
}
