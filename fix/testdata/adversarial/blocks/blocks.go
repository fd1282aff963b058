// Package blocks makes structs one by one, without knowing how many there will be.
package blocks

import (
	"fmt"
	"slices"
	"strings"
)

type item struct {
	text string
	n    int
}

// Changed changes an item after others have come.
func Changed(words []string) string {
	var list []*item
	first := map[string]*item{}
	for i, w := range words {
		if w == "of" {
			continue
		}
		it := &item{w, i}
		list = append(list, it)
		if first[w] == nil {
			first[w] = it
		}
		first[w].n += 10
	}
	return shown(list)
}

// Same asks whether two pointers are the same.
func Same(words []string) (same int) {
	var list []*item
	for _, w := range words {
		if len(w) > 1 {
			list = append(list, &item{text: w})
		}
	}
	for i, a := range list {
		for _, b := range list[i:] {
			if a == b {
				same++
			}
		}
	}
	return same
}

// Later returns the items, which the caller changes.
func Later(words []string) (list []*item) {
	for i, w := range words {
		if strings.Contains(w, "o") {
			list = append(list, &item{w, i})
		}
	}
	return list
}

// Recovered ends at the first word that has no number.
func Recovered(words []string, numbers []int) (text string) {
	var list []*item
	defer func() {
		_ = recover()
		text = shown(list)
	}()
	for i, w := range words {
		list = append(list, &item{w, numbers[i]})
	}
	return ""
}

// Counted has an item that another one changes while it is made.
func Counted(words []string) string {
	var list []*item
	grow := func(w string) int {
		list = append(list, &item{text: "before " + w})
		return len(list)
	}
	for _, w := range words {
		if w != "" {
			list = append(list, &item{w, grow(w)})
		}
	}
	return shown(list)
}

// Linked has items that lead to each other.
func Linked(words []string) string {
	type node struct {
		item
		next *node
	}
	var head *node
	for i, w := range words {
		if i%3 != 1 {
			head = &node{item{w, i}, head}
		}
	}
	text := ""
	for n := head; n != nil; n = n.next {
		n.n++
		text += fmt.Sprint(n.text, n.n, " ")
	}
	return text
}

// Reset begins anew at each word of one letter.
func Reset(words []string) (texts []string) {
	var list []*item
	for i, w := range words {
		if len(w) == 1 {
			texts = append(texts, shown(list))
			list = list[:0]
			continue
		}
		list = append(list, &item{w, i})
	}
	return append(texts, shown(list))
}

type scanner struct {
	words []string
	seen  []*item
}

func (s *scanner) item() *item {
	if len(s.words) == 0 {
		return nil
	}
	it := &item{text: s.words[0], n: len(s.words)}
	s.words = s.words[1:]
	s.seen = append(s.seen, it)
	return it
}

// Scanned has a scanner make the items, and changes them in between.
func Scanned(words []string) string {
	s := &scanner{words: words}
	text := ""
	for it := s.item(); it != nil; it = s.item() {
		it.text = strings.ToUpper(it.text)
		text += it.text
	}
	return text + shown(s.seen)
}

type text []string

func (t text) each(f func(i int, w string) bool) {
	for i, w := range t {
		if !f(i, w) {
			return
		}
	}
}

// Visited looks at the rest of the words at each one, and changes items in between.
func Visited(words []string) string {
	var list []*item
	text(words).each(func(i int, w string) bool {
		list = append(list, &item{w, i})
		text(words[i+1:]).each(func(j int, next string) bool {
			if next == w {
				list = append(list, &item{next, -j})
				list[0].n++
			}
			return j < 9
		})
		return len(list) < 200
	})
	return shown(list)
}

type dictionary struct{ known map[string]*item }

func (d *dictionary) learn(words []string) (first *item) {
	known := d.known
	if known == nil {
		known = map[string]*item{}
		d.known = known
	}
	for i, w := range words {
		it, ok := known[w]
		if !ok {
			it = &item{text: w}
			known[w] = it
		}
		if it.n += i; first == nil {
			first = it
		}
	}
	return first
}

// Learned has a dictionary that forgets all it knows, but for what the caller has.
func Learned(words []string) string {
	d := &dictionary{}
	var firsts []*item
	for n := range 3 {
		firsts = append(firsts, d.learn(words[min(n, len(words)):]))
		if n == 1 {
			d.known = nil
		}
	}
	firsts = slices.DeleteFunc(firsts, func(it *item) bool { return it == nil })
	return shown(firsts) + fmt.Sprint(len(d.known))
}

func shown(list []*item) string {
	var b strings.Builder
	for _, it := range list {
		fmt.Fprint(&b, it.text, it.n, " ")
	}
	return b.String()
}
