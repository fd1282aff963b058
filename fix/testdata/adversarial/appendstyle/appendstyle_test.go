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
	found := map[string]int{"1000/some words": 1}
	b.Run("Find", func(b *testing.B) {
		for b.Loop() {
			Find(found, 1000, "some words")
		}
	})
	b.Run("Count", func(b *testing.B) {
		for b.Loop() {
			Count(1000, []string{"ab", "x", "ab", "ab"})
		}
	})
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First(1000, []string{"some words of a name", "x", "some words of a name", "x"})
		}
	})
	b.Run("Named", func(b *testing.B) {
		for b.Loop() {
			Named(1000, "some words of a name")
		}
	})
	b.Run("Both", func(b *testing.B) {
		for b.Loop() {
			Both(1000, "some words of a name", "others")
		}
	})
	b.Run("Turns", func(b *testing.B) {
		for b.Loop() {
			Turns([]string{"some words of a name", "others"})
		}
	})
	b.Run("Words", func(b *testing.B) {
		for b.Loop() {
			Words("some words; of a text. stop here")
		}
	})
}
