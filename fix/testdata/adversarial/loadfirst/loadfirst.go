// Package loadfirst has maps that store what is made for a key once.
package loadfirst

import (
	"fmt"
	"strings"
	"sync"
)

type list struct {
	mu    sync.Mutex
	words []string
	first string
}

// Grouped keeps the list that was stored first for each length.
func Grouped(words []string) map[int][]string {
	var byLength sync.Map
	for _, w := range words {
		v, _ := byLength.LoadOrStore(len(w)*1000, &list{first: w})
		l := v.(*list)
		l.mu.Lock()
		l.words = append(l.words, l.first+w)
		l.mu.Unlock()
	}
	out := map[int][]string{}
	byLength.Range(func(k, v any) bool {
		out[k.(int)] = v.(*list).words
		return true
	})
	return out
}

type numbering struct {
	made int
	seen sync.Map
}

func (n *numbering) next() *int {
	n.made++
	made := n.made
	return &made
}

// Numbered counts also what is not stored.
func Numbered(words []string) (numbers []int) {
	n := &numbering{}
	for _, w := range words {
		v, _ := n.seen.LoadOrStore(w, n.next())
		numbers = append(numbers, *v.(*int))
	}
	return append(numbers, n.made)
}

// Once says which words are new, also after a nil was stored for one.
func Once(words []string) (new []string) {
	var seen sync.Map
	for i, w := range words {
		if i%3 == 2 {
			seen.Store(w, nil)
		}
		if v, loaded := seen.LoadOrStore(w, []int{i}); !loaded {
			new = append(new, w)
		} else if v == nil {
			new = append(new, "nil "+w)
			seen.Delete(w)
		}
	}
	return new
}

type named struct {
	ok   bool
	name *string
}

// Hidden has other variables of the names that the call declares.
func Hidden(words []string) (n int, ok bool) {
	var m sync.Map
	v := len(words)
	for _, w := range words {
		ok = strings.HasPrefix(w, "a")
		if v, loaded := m.LoadOrStore(w, &named{ok: ok}); loaded {
			ok = v.(*named).ok
			n++
		}
		n += v
		if ok {
			n += 100
		}
	}
	return n, ok
}

// Failing looks behind a pointer to make what may be stored already.
func Failing(words []string) (out string) {
	var m sync.Map
	defer func() { out = fmt.Sprint(out, " ", recover()) }()
	texts := []*named{{name: new(string)}, {name: new(string)}, nil}
	for i, w := range words {
		v, _ := m.LoadOrStore(w, &named{name: texts[i%len(texts)].name})
		*v.(*named).name += w
		out += *v.(*named).name + ";"
	}
	return out
}

// Odd has keys that cannot be compared.
func Odd(words []string) (out string) {
	var m sync.Map
	defer func() { out += fmt.Sprint(recover()) }()
	for _, w := range words {
		var key any = w
		if len(w) == 3 {
			key = []byte(w)
		}
		actual, loaded := m.LoadOrStore(key, &list{first: w})
		out += fmt.Sprint(loaded, actual.(*list).first, " ")
	}
	return out
}

func sized(n int) *list {
	if n > 3 {
		panic("too long")
	}
	return &list{first: strings.Repeat("-", n)}
}

// Refused panics for a long word, also where one that begins like it is stored.
func Refused(words []string) (out string) {
	var m sync.Map
	defer func() { out = fmt.Sprint(out, recover()) }()
	for _, w := range words {
		v, _ := m.LoadOrStore(w[:min(1, len(w))], sized(len(w)))
		out += v.(*list).first
	}
	return out
}
