package blocks

import (
	"strings"
	"testing"
)

var words = strings.Fields(strings.Repeat("a word of words is a word and a longer word that is kept on the heap ", 3))

func TestBlocks(t *testing.T) {
	if n := Same([]string{"ab", "ab", "c"}); n != 2 {
		t.Error(n)
	}
}

func BenchmarkBlocks(b *testing.B) {
	numbers := make([]int, len(words))
	for name, f := range map[string]func(){
		"Changed":   func() { Changed(words) },
		"Same":      func() { Same(words) },
		"Later":     func() { Later(words) },
		"Recovered": func() { Recovered(words, numbers) },
		"Counted":   func() { Counted(words) },
		"Linked":    func() { Linked(words) },
		"Reset":     func() { Reset(words) },
		"Scanned":   func() { Scanned(words) },
		"Visited":   func() { Visited(words) },
		"Learned":   func() { Learned(words) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
