package linescan

import "testing"

func TestLinescan(t *testing.T) {
	if got, _ := Numbered("a\nb"); len(got) != 2 {
		t.Error(got)
	}
}

func BenchmarkLinescan(b *testing.B) {
	const text = "= one\nsome line\nanother\\\none\r\n\n= two\nlast line\n"
	b.Run("Numbered", func(b *testing.B) {
		for b.Loop() {
			Numbered(text)
		}
	})
	b.Run("Sections", func(b *testing.B) {
		for b.Loop() {
			Sections(text)
		}
	})
	bytes := []byte(text)
	b.Run("Trimmed", func(b *testing.B) {
		for b.Loop() {
			Trimmed(bytes)
		}
	})
	b.Run("Kept", func(b *testing.B) {
		for b.Loop() {
			Kept(bytes)
		}
	})
	b.Run("Overwritten", func(b *testing.B) {
		for b.Loop() {
			Overwritten(bytes)
		}
	})
	b.Run("Twice", func(b *testing.B) {
		for b.Loop() {
			Twice(text)
		}
	})
	b.Run("Upper", func(b *testing.B) {
		for b.Loop() {
			Upper(bytes)
		}
	})
	b.Run("Renamed", func(b *testing.B) {
		for b.Loop() {
			Renamed(bytes)
		}
	})
}
