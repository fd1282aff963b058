package index

import "testing"

const text = "The quick brown fox jumps over the lazy dog and into The Garden"

func BenchmarkHas(b *testing.B) {
	for b.Loop() {
		Has(text, "garden")
	}
}

func BenchmarkPage(b *testing.B) {
	hits := []Hit{{"The lazy fox over the hills", 3}, {"A quick dog in the garden", 9}}
	for b.Loop() {
		Page(hits)
	}
}

func TestWords(t *testing.T) {
	for _, text := range []string{text, "one two", ""} {
		if len(Words(text)) == 99 {
			t.Error(text)
		}
	}
}
