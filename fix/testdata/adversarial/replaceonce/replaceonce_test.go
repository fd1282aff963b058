package replaceonce

import "testing"

func TestReplaceonce(t *testing.T) {
	if got := Escape("a&<b>"); got != "a&amp;&lt;b&gt;" {
		t.Error(got)
	}
}

func BenchmarkReplaceonce(b *testing.B) {
	const text = "a <tag> & a longer, <bold>: text\r\nof some\tlines; and b"
	b.Run("Escape", func(b *testing.B) {
		for b.Loop() {
			Escape(text)
		}
	})
	b.Run("Twice", func(b *testing.B) {
		for b.Loop() {
			Twice(text)
		}
	})
	b.Run("Swapped", func(b *testing.B) {
		for b.Loop() {
			Swapped(text)
		}
	})
	b.Run("Lines", func(b *testing.B) {
		for b.Loop() {
			Lines(text)
		}
	})
	b.Run("Asked", func(b *testing.B) {
		for b.Loop() {
			Asked("abba")
		}
	})
	b.Run("Seen", func(b *testing.B) {
		for b.Loop() {
			Seen(text)
		}
	})
	b.Run("Limited", func(b *testing.B) {
		for b.Loop() {
			Limited(text)
		}
	})
	b.Run("Both", func(b *testing.B) {
		for b.Loop() {
			Both(text)
		}
	})
	b.Run("Same", func(b *testing.B) {
		for b.Loop() {
			Same(text)
		}
	})
	b.Run("Bytes", func(b *testing.B) {
		for b.Loop() {
			Bytes(text)
		}
	})
	b.Run("Again", func(b *testing.B) {
		for b.Loop() {
			Again(text)
		}
	})
}
