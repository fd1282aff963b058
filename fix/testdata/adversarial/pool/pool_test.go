package pool

import (
	"io"
	"strings"
	"testing"
)

func TestPool(t *testing.T) {
	if string(Whole("a")) != "a." || Distinct([]string{"a", "a"}) != 1 || Again("a", 1) != "aa||" {
		t.Error("wrong")
	}
}

func BenchmarkPool(b *testing.B) {
	b.Run("Coded", func(b *testing.B) {
		for b.Loop() {
			Coded("some text", 2)
		}
	})
	b.Run("Lines", func(b *testing.B) {
		for b.Loop() {
			Lines([]string{"some text", "more"})
		}
	})
	b.Run("Whole", func(b *testing.B) {
		for b.Loop() {
			Whole("some text")
		}
	})
	b.Run("Text", func(b *testing.B) {
		for b.Loop() {
			Text("some text", 4)
		}
	})
	b.Run("Again", func(b *testing.B) {
		for b.Loop() {
			Again("some text", 3)
		}
	})
	b.Run("Fails", func(b *testing.B) {
		for b.Loop() {
			Fails([]string{"a", "b", "c"}, 0)
		}
	})
	b.Run("Distinct", func(b *testing.B) {
		for b.Loop() {
			Distinct([]string{"a", "b", "c", "a", "b", "c", "d", "e", "f", "g", "h"})
		}
	})
	b.Run("Calls", func(b *testing.B) {
		for b.Loop() {
			Calls("some text", func(w io.Writer) { io.WriteString(w, "!") })
		}
	})
	b.Run("Packed", func(b *testing.B) {
		for b.Loop() {
			Packed("some text")
		}
	})
	b.Run("Walked", func(b *testing.B) {
		for b.Loop() {
			Walked([]string{"a", "b", "banana"})
		}
	})
	b.Run("Unwound", func(b *testing.B) {
		for b.Loop() {
			Unwound([]int{1, 2, 3, 4, 5})
		}
	})
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted([]string{"a", "b", "c", "a"}, 9)
		}
	})
	b.Run("Sum", func(b *testing.B) {
		for b.Loop() {
			Sum("some", "text")
		}
	})
	b.Run("Rows", func(b *testing.B) {
		for b.Loop() {
			Rows([]string{"a", "b", "c"})
		}
	})
	b.Run("Frames", func(b *testing.B) {
		for b.Loop() {
			Frames(strings.Repeat("abc", 30))
		}
	})
	b.Run("Heads", func(b *testing.B) {
		for b.Loop() {
			Heads(strings.Repeat("abcdefg", 20))
		}
	})
	b.Run("Begun", func(b *testing.B) {
		for b.Loop() {
			Begun([]string{"a", "b", "c"})
		}
	})
	b.Run("Flushed", func(b *testing.B) {
		for b.Loop() {
			Flushed(io.Discard, []string{"a", "b", "c"})
		}
	})
	b.Run("FirstLine", func(b *testing.B) {
		r := strings.NewReader("")
		for b.Loop() {
			r.Reset("some text\nand more")
			FirstLine(r)
		}
	})
	b.Run("Branched", func(b *testing.B) {
		for b.Loop() {
			Branched(io.Discard, "some text")
		}
	})
	b.Run("Listed", func(b *testing.B) {
		for b.Loop() {
			Listed(io.Discard, []string{"a", "b", "c"})
		}
	})
	b.Run("Padded", func(b *testing.B) {
		r := strings.NewReader("")
		for b.Loop() {
			r.Reset("some text")
			Padded(r, 60)
		}
	})
	b.Run("Chained", func(b *testing.B) {
		r := strings.NewReader("")
		for b.Loop() {
			r.Reset("some text")
			Chained(r, 60)
		}
	})
	for name, f := range map[string]func(io.Reader){
		"Behind":    func(r io.Reader) { Behind(r) },
		"CountedIn": func(r io.Reader) { CountedIn(r) },
	} {
		b.Run(name, func(b *testing.B) {
			r := strings.NewReader("")
			for b.Loop() {
				r.Reset("some text")
				f(r)
			}
		})
	}
	b.Run("Nested", func(b *testing.B) {
		for b.Loop() {
			Nested("some text")
		}
	})
	b.Run("Deflated", func(b *testing.B) {
		for b.Loop() {
			Deflated("some text")
		}
	})
	texts := []string{"a text of some words", "another", "a longer one that ends the list"}
	for name, f := range map[string]func(){
		"Bodies":   func() { Bodies(texts) },
		"Longest":  func() { Longest(texts) },
		"Vowels":   func() { _, _ = Vowels(texts, 100) },
		"Parsed":   func() { Parsed("some words, and some more") },
		"Counts":   func() { Counts(texts[0]) },
		"Linked":   func() { Linked(texts) },
		"Zipped":   func() { Zipped(texts) },
		"Shrunk":   func() { Shrunk(texts) },
		"Tallied":  func() { Tallied(texts) },
		"Machines": func() { Machines(texts, 3) },
		"Inked":    func() { Inked(texts) },
		"Reversed": func() { Reversed(texts[0], 3) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
	b.Run("Followed", func(b *testing.B) {
		list := []string{"one", "another"}
		for b.Loop() {
			Followed(list)
		}
	})
	b.Run("Told", func(b *testing.B) {
		list := []string{"one", "another text that is longer than others"}
		for b.Loop() {
			Told(list)
		}
	})
	b.Run("Beginnings", func(b *testing.B) {
		for b.Loop() {
			Beginnings([]string{"one two", "another text"})
		}
	})
	b.Run("Spans", func(b *testing.B) {
		for b.Loop() {
			Spans([]string{"a text", "one more", "a longer one that is repeated"})
			Weights([]string{"one two", "", "another text"})
		}
	})
	b.Run("Records", func(b *testing.B) {
		for b.Loop() {
			Records([]string{"a text", "one more", "a longer one"}, 3)
			Pairs("some text", "and more")
			Doubled("a letter")
		}
	})
	b.Run("Opened", func(b *testing.B) {
		for b.Loop() {
			Opened("a line\nand more", false)
			Limited("some words that are read", 12)
			Served("a page that is served", 3)
		}
	})
}
