package splitseq

import "testing"

func TestSplitseq(t *testing.T) {
	if Second("a:b") != "b" || Last("a/b") != "b" || Version("1.2", "1.10") <= 0 {
		t.Error("wrong")
	}
}

func BenchmarkSplitseq(b *testing.B) {
	b.Run("Second", func(b *testing.B) {
		for b.Loop() {
			Second("a:b:c")
		}
	})
	b.Run("Erased", func(b *testing.B) {
		for b.Loop() {
			Erased("a b;c\nd;e\nf")
		}
	})
	b.Run("Last", func(b *testing.B) {
		for b.Loop() {
			Last("a/b/c")
		}
	})
	b.Run("Pair", func(b *testing.B) {
		for b.Loop() {
			Pair("a=b")
		}
	})
	b.Run("Rest", func(b *testing.B) {
		for b.Loop() {
			Rest("a,b,c,d")
		}
	})
	b.Run("Asked", func(b *testing.B) {
		for b.Loop() {
			Asked("a/b;c")
		}
	})
	b.Run("Halves", func(b *testing.B) {
		for b.Loop() {
			Halves("a/b/c")
		}
	})
	b.Run("Letters", func(b *testing.B) {
		for b.Loop() {
			Letters("abcdef")
		}
	})
	b.Run("Lines", func(b *testing.B) {
		for b.Loop() {
			Lines([]byte("abc\ndef\nghi"))
		}
	})
	b.Run("Words", func(b *testing.B) {
		for b.Loop() {
			Words("some words of a text")
		}
	})
	b.Run("Version", func(b *testing.B) {
		for b.Loop() {
			Version("1.2.3", "1.2.4")
		}
	})
	b.Run("Kept", func(b *testing.B) {
		for b.Loop() {
			Kept("a;b;c")
		}
	})
	b.Run("After", func(b *testing.B) {
		for b.Loop() {
			After("a,b,c", ",")
		}
	})
	b.Run("Inside", func(b *testing.B) {
		for b.Loop() {
			Inside("a/b;c-d", true)
		}
	})
	b.Run("Marked", func(b *testing.B) {
		text := []byte("key=value")
		for b.Loop() {
			Marked(text)
		}
	})
	b.Run("Record", func(b *testing.B) {
		text := []byte("a,b,c,d")
		for b.Loop() {
			Record(text)
		}
	})
	b.Run("Request", func(b *testing.B) {
		for b.Loop() {
			Request("banana")
			Object("a==b==c")
		}
	})
	b.Run("Placed", func(b *testing.B) {
		for b.Loop() {
			Placed("a/b;c")
		}
	})
	b.Run("Tail", func(b *testing.B) {
		for b.Loop() {
			Tail("a/b/c/d")
		}
	})
	b.Run("Before", func(b *testing.B) {
		for b.Loop() {
			Before("baacaab")
		}
	})
	b.Run("Behind", func(b *testing.B) {
		for b.Loop() {
			Behind("a/b/c/d")
		}
	})
	b.Run("Dir", func(b *testing.B) {
		for b.Loop() {
			Dir("a/b/c/d")
		}
	})
}
