package groupkey

import (
	"strings"
	"testing"
)

var words = strings.Fields(strings.Repeat("a word of words is a word and a longer word that is kept on the heap ", 3))

func TestGroupkey(t *testing.T) {
	if n := Marked([]string{"a", "b", "a"}); n != 2 {
		t.Error(n)
	}
}

func BenchmarkGroupkey(b *testing.B) {
	numbers := make([]int, len(words))
	text := strings.Join(words, " ")
	for name, f := range map[string]func(){
		"Sizes":     func() { Sizes(words) },
		"Asked":     func() { Asked(words) },
		"Recovered": func() { Recovered(words, numbers) },
		"Absent":    func() { Absent(words) },
		"Walked":    func() { Walked(words) },
		"Before":    func() { Before(words) },
		"Reused":    func() { Reused(words) },
		"Printed":   func() { Printed(words) },
		"Zero":      func() { Zero(words) },
		"Marked":    func() { Marked(words) },
		"Anything":  func() { Anything(words) },
		"Scanned":   func() { Scanned(text) },
		"Merged":    func() { Merged(words) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
