package structkey

import (
	"strings"
	"testing"
)

func TestStructkey(t *testing.T) {
	if n := Joined([]int{1, 11, 111}); n != 3 {
		t.Error(n)
	}
}

func BenchmarkStructkey(b *testing.B) {
	ns := []int{-1, 0, 1000, 1000, -40000, 7}
	words := strings.Fields("some words and some more words")
	for name, f := range map[string]func(){
		"Signed": func() { Signed(ns) },
		"Joined": func() { Joined(ns) },
		"Paths":  func() { Paths(words) },
		"Dashed": func() { Dashed(words) },
		"Lined":  func() { Lined(words) },
		"Days":   func() { Days(ns) },
		"Hidden": func() { Hidden(ns) },
		"Listed": func() { Listed(ns) },
		"Asked":  func() { Asked(ns) },
		"Moving": func() { Moving(ns) },
		"Titles": func() { Titles(ns) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
