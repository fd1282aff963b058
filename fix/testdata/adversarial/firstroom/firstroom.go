// Package firstroom has slices that grow, and whose beginning matters.
package firstroom

import "strings"

// Words returns nil for a text without any.
func Words(s string) []string {
	var list []string
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		if word != "" {
			list = append(list, word)
		}
		s = rest
	}
	return list
}

// Marks returns an empty slice where there are none.
func Marks(s string) []int {
	at := []int{}
	for i := 0; i < len(s); i++ {
		if s[i] == '!' {
			at = append(at, i)
		}
	}
	return at
}

// Paths returns the ways to the places of a letter, each its own.
func Paths(s string) [][]byte {
	var all [][]byte
	var path []byte
	for i := 0; i < len(s); i++ {
		path = append(path, s[i])
		all = append(all, append(path, '.'), append(path, '!'))
		path = append([]byte(nil), path...)
	}
	return all
}

// Lines begins with what begins a line.
func Lines(s string) []int {
	at := []int{len(s)}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' {
			at = append(at, i+1)
		}
	}
	return at
}

// Groups begins anew at each blank.
func Groups(s string) [][]int {
	var groups [][]int
	var now []int
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			groups = append(groups, now)
			now = nil
			continue
		}
		now = append(now, i)
	}
	return append(groups, now)
}

// Count counts in what it appends.
func Count(s string) []int {
	var list []int
	for i := 0; i < len(s); i++ {
		list = append(list, len(list)*int(s[i]))
	}
	return list
}

// Stops returns what was found before it stopped.
func Stops(s string, n int) (list []byte, err any) {
	defer func() { err = recover() }()
	for i := 0; i < n; i++ {
		list = append(list, s[i])
	}
	return list, nil
}

// List has words, and what they were before.
type List struct{ Words, Before []string }

func newList(words []string) List {
	for i := range words {
		words[i] += "."
	}
	return List{Words: words}
}

// Listed returns no words for a text that ends too soon.
func Listed(s string) (List, bool) {
	var words []string
	for {
		word, rest, ok := strings.Cut(s, " ")
		if !ok {
			return newList(words), false
		}
		words = append(words, word)
		if s = rest; s == "!" {
			return newList(words), true
		}
	}
}

func (l *List) set(words []string) { l.Before, l.Words = l.Words, words }

// Steps holds on to what it goes on with.
func Steps(s string) (all []List) {
	var words []string
	var l List
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		words = append(words, word)
		l.set(words)
		all = append(all, l)
		words[0] += "'"
		s = rest
	}
	return all
}

func both(words []string) List {
	return List{append(words, "left"), append(words, "right")}
}

// Both appends to the words in two ways.
func Both(s string) List {
	var words []string
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		words = append(words, word)
		s = rest
	}
	return both(words)
}

// Ends returns the ways to the first two places, each with an end of its own.
func Ends(s string) (list [][]int) {
	var path []int
	for i := 0; i < len(s) && i < 2; i++ {
		path = append(path, int(s[i]))
		end := path
		end = append(end, -i)
		list = append(list, end)
	}
	return list
}

// Style is a list of codes that its methods add to copies of.
type Style struct{ codes []string }

// Bold returns the style with one code more.
func (s Style) Bold() Style {
	s.codes = append(s.codes, "1")
	return s
}

// Styles returns two styles that begin alike.
func Styles(first, second string) (a, b []string) {
	base := Style{}.Bold()
	x, y := base.with(first), base.with(second)
	return x.codes, y.codes
}

func (s Style) with(code string) Style {
	s.codes = append(s.codes, code)
	return s
}
