package byvalue

import "testing"

func TestByvalue(t *testing.T) {
	if got := Depth("aa"); got != "2 0" {
		t.Error(got)
	}
}

func BenchmarkByvalue(b *testing.B) {
	const text = "a,bcd, aa,,e"
	b.Run("Depth", func(b *testing.B) {
		for b.Loop() {
			Depth(text)
		}
	})
	b.Run("Spans", func(b *testing.B) {
		for b.Loop() {
			Spans(text)
		}
	})
	b.Run("Found", func(b *testing.B) {
		for b.Loop() {
			Found(text)
		}
	})
	b.Run("Same", func(b *testing.B) {
		for b.Loop() {
			Same(text)
		}
	})
	b.Run("Total", func(b *testing.B) {
		for b.Loop() {
			Total(text)
		}
	})
	b.Run("Marks", func(b *testing.B) {
		for b.Loop() {
			Marks(text)
		}
	})
	b.Run("Shown", func(b *testing.B) {
		for b.Loop() {
			Shown(text)
		}
	})
	b.Run("Viewed", func(b *testing.B) {
		for b.Loop() {
			Viewed(text)
		}
	})
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First(text)
		}
	})
	b.Run("Cells", func(b *testing.B) {
		for b.Loop() {
			Cells(text)
		}
	})
}
