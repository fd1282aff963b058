package handed

import (
	"net/http"
	"testing"
)

type store map[string][]byte

func (s store) Put(key string, value []byte) { s[key] = value }

type discard struct{}

func (discard) Send([]byte) error { return nil }

func TestHanded(t *testing.T) {
	s := store{}
	if Put(s, []int{1, 255}); string(s["1"]) != "ff" {
		t.Error(s)
	}
	if owner, ok := Owner("owner:me/profile"); owner != "me" || !ok {
		t.Error(owner)
	}
}

func BenchmarkHanded(b *testing.B) {
	rows, numbers := []string{"one", "two", "three"}, []int{1, 22, 4096}
	b.Run("Each", func(b *testing.B) {
		for b.Loop() {
			Each(rows, func([]byte) {})
		}
	})
	b.Run("Put", func(b *testing.B) {
		s := store{}
		for b.Loop() {
			Put(s, numbers)
		}
	})
	b.Run("Last", func(b *testing.B) {
		s := store{}
		for b.Loop() {
			Last(s, " text ")
		}
	})
	b.Run("Counts", func(b *testing.B) {
		for b.Loop() {
			Counts(rows, func(map[rune]int) {})
		}
	})
	b.Run("Pair", func(b *testing.B) {
		c := make(chan []byte, 2)
		for b.Loop() {
			Pair(c, "a=b")
			<-c
			<-c
		}
	})
	b.Run("Lines", func(b *testing.B) {
		for b.Loop() {
			for range Lines("a\nb\n") {
			}
		}
	})
	b.Run("Send", func(b *testing.B) {
		for b.Loop() {
			Send(discard{}, numbers)
		}
	})
	b.Run("Trace", func(b *testing.B) {
		h := http.Header{}
		h.Set("x-trace-id", "1")
		for b.Loop() {
			Trace(h)
		}
	})
	b.Run("Owner", func(b *testing.B) {
		for b.Loop() {
			Owner("owner:somebody/profile")
		}
	})
	b.Run("Quoted", func(b *testing.B) {
		for b.Loop() {
			Quoted("(quoted)")
		}
	})
}
