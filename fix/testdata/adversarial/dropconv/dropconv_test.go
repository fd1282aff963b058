package dropconv

import (
	"bytes"
	"io"
	"testing"
)

func TestDropconv(t *testing.T) {
	if !Same(nil, []byte{}) || !Trimmed([]byte(" ok\n")) || Runes("ab") != "ba" {
		t.Error("wrong")
	}
}

func BenchmarkDropconv(b *testing.B) {
	b.Run("Before", func(b *testing.B) {
		for b.Loop() {
			Before([]byte("a banana and a longer text than 32 bytes"))
		}
	})
	b.Run("Held", func(b *testing.B) {
		for b.Loop() {
			new(Held).Set([]byte("a longer text"))
		}
	})
	b.Run("Own", func(b *testing.B) {
		for b.Loop() {
			Own("a longer text than there is room for on it")
		}
	})
	b.Run("Same", func(b *testing.B) {
		for b.Loop() {
			Same([]byte("a longer text"), []byte("a longer text"))
		}
	})
	b.Run("Position", func(b *testing.B) {
		for b.Loop() {
			Position([]byte("a longer text than 32 bytes, and é"), 'é')
		}
	})
	b.Run("Characters", func(b *testing.B) {
		for b.Loop() {
			Characters([]byte("a longer text than 32 bytes, and é"))
		}
	})
	b.Run("Keys", func(b *testing.B) {
		for b.Loop() {
			Keys([][]byte{[]byte("a"), []byte("b")})
		}
	})
	b.Run("Runes", func(b *testing.B) {
		for b.Loop() {
			Runes("a longer text than 32 bytes, and é")
		}
	})
	b.Run("Trimmed", func(b *testing.B) {
		for b.Loop() {
			Trimmed([]byte("  ok                                   "))
		}
	})
	b.Run("Parsed", func(b *testing.B) {
		for b.Loop() {
			Parsed([]byte("123"))
		}
	})
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First([]byte("a longer text than 32 bytes, and é\n"))
		}
	})
	b.Run("Back", func(b *testing.B) {
		for b.Loop() {
			Back("a longer text than 32 bytes, and é")
		}
	})
	b.Run("Shout", func(b *testing.B) {
		for b.Loop() {
			Shout([]byte("a longer text than 32 bytes, and é"))
		}
	})
	b.Run("Late", func(b *testing.B) {
		for b.Loop() {
			Late([]byte("a longer text than 32 bytes, and é"))
		}
	})
	b.Run("Fresh", func(b *testing.B) {
		for b.Loop() {
			Fresh("known and what is not known before either known, which is a longer word known ")
		}
	})
	b.Run("Noted", func(b *testing.B) {
		m := map[string]int{}
		for b.Loop() {
			Noted([]byte("a longer text than 32 bytes, and é"), m, func() {})
		}
	})
	b.Run("Chosen", func(b *testing.B) {
		m := map[string]string{"a longer text than 32 bytes, and é": "é"}
		for b.Loop() {
			Chosen([]byte("a longer text than 32 bytes, and é"), m)
		}
	})
	b.Run("Interned", func(b *testing.B) {
		names := []string{"a longer name than 32 bytes, and é", "another one that is long, and à"}
		for b.Loop() {
			Interned(names)
		}
	})
	const text = "a line of which a good part is read\r\nanother\na\na\n"
	for name, read := range map[string]func(){
		"Ahead":   func() { Ahead(text) },
		"Passed":  func() { Passed(text) },
		"Rest":    func() { Rest(text, io.Discard) },
		"Header":  func() { _, _ = new(Header).Read(text) },
		"Long":    func() { Long(text) },
		"Through": func() { Through(text) },
		"Twice":   func() { Twice(text) },
		"Unread":  func() { Unread(text) },
		"Lengths": func() { _, _ = Lengths(text) },
		"Pairs":   func() { Pairs(text) },
		"Kept":    func() { _, _ = Kept(text) },
		"Request": func() { ParseRequest([]byte("GET /a/long/path/with/parts?and=more HTTP/1.1")) },
		"Fields":  func() { Fields(bytes.Repeat([]byte("a longer field, "), 8)) },
		"Halves":  func() { Halves(bytes.Repeat([]byte("a longer field, "), 8)) },
		"Window":  func() { Window(bytes.Repeat([]byte("a longer field, "), 8), 60) },
		"Each":    func() { Each(bytes.Repeat([]byte("a longer field, "), 2), func(string) {}) },
		"Code":    func() { _, _ = Code(bytes.Repeat([]byte("ab-c"), 20)) },
		"Front":   func() { _, _ = Front(bytes.Repeat([]byte("ab-c"), 20), 60, 50) },
		"Unit":    func() { Unit(bytes.Repeat([]byte("ab-c"), 20)) },
		"Spaced":  func() { Spaced(bytes.Repeat([]byte("ab-c"), 20)) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				read()
			}
		})
	}
}
