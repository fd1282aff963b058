package linkify

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// keywords returns n keywords of kana, two to eight of them, or ASCII.
func keywords(n int) map[string]string {
	r := rand.New(rand.NewPCG(7, 7))
	links := make(map[string]string, n)
	for len(links) < n {
		k := syllables(r, 2+r.IntN(7))
		links[k] = "/keyword/" + fmt.Sprint(len(links))
	}
	return links
}

// syllables returns n kana, or as many ASCII letters in one of three cases.
func syllables(r *rand.Rand, n int) string {
	var b strings.Builder
	ascii := r.IntN(3) == 0
	for range n {
		if ascii {
			b.WriteByte(byte('a' + r.IntN(26)))
		} else {
			b.WriteRune('ぁ' + rune(r.IntN(80)))
		}
	}
	return b.String()
}

// prose returns about size bytes of text, one word in ten a keyword.
func prose(size int) string {
	r := rand.New(rand.NewPCG(8, 8))
	var known []string
	for k := range mustLinks(7000).All() {
		known = append(known, k)
	}
	var b strings.Builder
	for b.Len() < size {
		if r.IntN(10) == 0 {
			b.WriteString(known[r.IntN(len(known))])
		} else {
			b.WriteString(syllables(r, 1+r.IntN(6)))
		}
		b.WriteString([]string{"", "", " ", "<br>", "&"}[r.IntN(5)])
	}
	return b.String()
}

func mustLinks(n int) *Linker {
	l, err := New(keywords(n))
	if err != nil {
		panic(err)
	}
	return l
}

func BenchmarkAppend(b *testing.B) {
	text := prose(10_000)
	for _, n := range []int{500, 7000} {
		b.Run(fmt.Sprintf("linkify/%d", n), func(b *testing.B) {
			l := mustLinks(n)
			var dst []byte
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				dst = l.Append(dst[:0], text)
			}
		})
		b.Run(fmt.Sprintf("Replacer/%d", n), func(b *testing.B) {
			r := replacer(keywords(n))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r.WriteString(io.Discard, text)
			}
		})
	}
}

// What it costs to know one keyword more.
func BenchmarkChange(b *testing.B) {
	links := keywords(7000)
	b.Run("With", func(b *testing.B) {
		l := mustLinks(7000)
		b.ReportAllocs()
		for b.Loop() {
			l.With("あたらしい", "/new")
		}
	})
	b.Run("Replacer", func(b *testing.B) {
		text := prose(10)
		b.ReportAllocs()
		for b.Loop() {
			replacer(links).Replace(text) // It is built when it is first used.
		}
	})
}

func BenchmarkNew(b *testing.B) {
	links := keywords(7000)
	b.ReportAllocs()
	for b.Loop() {
		New(links)
	}
}
