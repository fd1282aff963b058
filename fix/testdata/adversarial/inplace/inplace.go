// Package inplace has filters and copies of slices and maps that seem to be new.
package inplace

import "strings"

// Short returns the short words of a text: nil where there are none.
func Short(s string) []string {
	words := strings.Fields(s)
	var out []string
	for _, w := range words {
		if len(w) < 4 {
			out = append(out, w)
		}
	}
	return out
}

// Marked writes some words twice.
func Marked(s string) []string {
	words := strings.Fields(s)
	var out []string
	for _, w := range words {
		out = append(out, w)
		if len(w) > 3 {
			out = append(out, strings.ToUpper(w))
		}
	}
	return out
}

// Changed looks back at what it may have written over.
func Changed(s string) []string {
	words := strings.Fields(s)
	var out []string
	for i, w := range words {
		if i == 0 || len(words[i-1]) != len(w) {
			out = append(out, w+"!")
		}
	}
	return out
}

// Rest needs the words once more.
func Rest(s string) (long []string, all string) {
	words := strings.Fields(s)
	for _, w := range words {
		if len(w) > 3 {
			long = append(long, w)
		}
	}
	return long, strings.Join(words, " ")
}

// At returns the first parts of a text, in a list that is never nil.
func At(s string, most int) []string {
	parts := strings.SplitN(s, " ", most)
	out := []string{}
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// Later shows the words when it is done.
func Later(s string, show func([]string)) []string {
	words := strings.Fields(s)
	defer show(words)
	var out []string
	for _, w := range words {
		if w != "a" {
			out = append(out, w)
		}
	}
	return out
}

// Some leaves places empty.
func Some(s string) []string {
	words := strings.Fields(s)
	out := make([]string, len(words))
	for i, w := range words {
		if len(w) > 3 {
			continue
		}
		out[i] = w + "."
	}
	return out
}

// Index remembers the words of a text.
type Index struct {
	words  map[string][]string
	counts map[string]map[string]int
}

func (x *Index) load(s string) []string {
	if list, ok := x.words[s]; ok {
		return list
	}
	if x.words == nil {
		x.words = make(map[string][]string)
	}
	list := strings.Fields(s)
	x.words[s] = list
	return list
}

// Long returns the words of a text without its short ones.
func (x *Index) Long(s string) []string {
	var out []string
	for _, w := range x.load(s) {
		if len(w) > 3 {
			out = append(out, w)
		}
	}
	return out
}

func (x *Index) count(s string) map[string]int {
	if x.counts == nil {
		x.counts = make(map[string]map[string]int)
	}
	m := x.counts[s]
	if m == nil && s != "" {
		m = make(map[string]int)
		x.counts[s] = m
	}
	for _, w := range strings.Fields(s) {
		m[w]++
	}
	return m
}

// Counts returns a map of the caller's own.
func (x *Index) Counts(s string) map[string]int {
	m := x.count(s)
	out := make(map[string]int, len(m))
	for w, n := range m {
		out[w] = n
	}
	out["all"] = len(s)
	return out
}

func dropA(words []string, w string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if word != w {
			out = append(out, word)
		}
	}
	return out
}

// Dropped returns the words without one, and how they were.
func Dropped(s string) ([]string, string) {
	words := strings.Fields(s)
	out := dropA(words, "a")
	return out, strings.Join(words, " ")
}

func dropEach(words []string, w string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if word != w {
			out = append(out, word)
		}
	}
	return out
}

// Rounds drops each word that it comes to, also one that was dropped before.
func Rounds(s string) (out []string, seen string) {
	words := strings.Fields(s)
	for _, w := range words {
		words = dropEach(words, w)
		seen += w
		out = append(out, words...)
	}
	return out, seen
}

func dropEmpty(words []string, w string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if word != w {
			out = append(out, word)
		}
	}
	return out
}

// Left returns what is left of the words: a list that is never nil.
func Left(s string) []string {
	var words []string
	for _, w := range strings.Fields(s) {
		words = append(words, w)
	}
	return dropEmpty(words, "a")
}

func dropLate(words []string, w string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if word != w {
			out = append(out, word)
		}
	}
	return out
}

// Told tells in the end how the words were.
func Told(s string, show func([]string)) []string {
	words := strings.Fields(s)
	defer show(words)
	return dropLate(words, "a")
}

func dropBoth(words []string, w string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if word != w {
			out = append(out, word)
		}
	}
	return out
}

// Twice drops of the same words twice.
func Twice(s string) (a, b []string) {
	words := strings.Fields(s)
	a, b = dropBoth(words, "a"), dropBoth(words, "one")
	return a, b
}

func dropDone(words []string, w string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if word != w {
			out = append(out, word)
		}
	}
	return out
}

// Fine drops words one after the other.
func Fine(s string) []string {
	words := strings.Fields(s)
	words = dropDone(words, "a")
	words = dropDone(words, "one")
	for len(words) > 3 {
		words = dropDone(words, words[0])
	}
	return words
}

// Rows returns the short words of each part of a text: nil where there are none.
func Rows(s string) (all [][]string) {
	for _, part := range strings.Split(s, "e") {
		words := strings.Fields(part)
		var short []string
		for _, w := range words {
			if len(w) < 4 {
				short = append(short, w)
			}
		}
		all = append(all, short)
	}
	return all
}
