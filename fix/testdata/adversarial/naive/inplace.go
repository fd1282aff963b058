package inplace

import (
	"maps"
	"strings"
)

// Nothing is an empty list.
func Short(s string) []string {
	words := strings.Fields(s)
	out := words[:0]
	for _, w := range words {
		if len(w) < 4 {
			out = append(out, w)
		}
	}
	return out
}

// The second one takes the place of a word that is not read yet.
func Marked(s string) []string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return nil
	}
	out := words[:0]
	for _, w := range words {
		out = append(out, w)
		if len(w) > 3 {
			out = append(out, strings.ToUpper(w))
		}
	}
	return out
}

// The word before has been written over.
func Changed(s string) []string {
	words := strings.Fields(s)
	out := words[:0]
	for i, w := range words {
		if i == 0 || len(words[i-1]) != len(w) {
			out = append(out, w+"!")
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// The words are no more what they were.
func Rest(s string) (long []string, all string) {
	words := strings.Fields(s)
	long = words[:0]
	for _, w := range words {
		if len(w) > 3 {
			long = append(long, w)
		}
	}
	if len(long) == 0 {
		long = nil
	}
	return long, strings.Join(words, " ")
}

// No parts give no list.
func At(s string, most int) []string {
	parts := strings.SplitN(s, " ", most)
	out := parts[:0]
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// What is shown has changed meanwhile.
func Later(s string, show func([]string)) []string {
	words := strings.Fields(s)
	defer show(words)
	out := words[:0]
	for _, w := range words {
		if w != "a" {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// The long words stay.
func Some(s string) []string {
	words := strings.Fields(s)
	for i, w := range words {
		if len(w) > 3 {
			continue
		}
		words[i] = w + "."
	}
	return words
}

// What is remembered is written over.
func (x *Index) Long(s string) []string {
	words := x.load(s)
	out := words[:0]
	for _, w := range words {
		if len(w) > 3 {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// The map is that of the index.
func (x *Index) Counts(s string) map[string]int {
	m := x.count(s)
	if m == nil {
		m = maps.Clone(map[string]int{})
	}
	m["all"] = len(s)
	return m
}

// The words are asked for again.
func Dropped(s string) ([]string, string) {
	words := strings.Fields(s)
	out := words[:0]
	for _, word := range words {
		if word != "a" {
			out = append(out, word)
		}
	}
	return out, strings.Join(words, " ")
}

// The loop goes over what is written over.
func Rounds(s string) (out []string, seen string) {
	words := strings.Fields(s)
	for _, w := range words {
		kept := words[:0]
		for _, word := range words {
			if word != w {
				kept = append(kept, word)
			}
		}
		words = kept
		seen += w
		out = append(out, words...)
	}
	return out, seen
}

// Nothing is no list.
func Left(s string) []string {
	var words []string
	for _, w := range strings.Fields(s) {
		words = append(words, w)
	}
	out := words[:0]
	for _, word := range words {
		if word != "a" {
			out = append(out, word)
		}
	}
	return out
}

// What was deferred has the words.
func Told(s string, show func([]string)) []string {
	words := strings.Fields(s)
	defer show(words)
	out := words[:0]
	for _, word := range words {
		if word != "a" {
			out = append(out, word)
		}
	}
	return out
}

// The second list is in the memory of the first.
func Twice(s string) (a, b []string) {
	words := strings.Fields(s)
	a, b = words[:0], words[:0]
	for _, word := range words {
		if word != "a" {
			a = append(a, word)
		}
	}
	for _, word := range words {
		if word != "one" {
			b = append(b, word)
		}
	}
	return a, b
}

// No row is nil.
func Rows(s string) (all [][]string) {
	for _, part := range strings.Split(s, "e") {
		words := strings.Fields(part)
		short := words[:0]
		for _, w := range words {
			if len(w) < 4 {
				short = append(short, w)
			}
		}
		all = append(all, short)
	}
	return all
}
