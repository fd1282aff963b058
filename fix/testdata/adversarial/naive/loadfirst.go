package loadfirst

import (
	"fmt"
	"strings"
	"sync"
)

// The list of the last word is stored.
func Grouped(words []string) map[int][]string {
	var byLength sync.Map
	for _, w := range words {
		l := &list{first: w}
		if v, ok := byLength.Load(len(w) * 1000); ok {
			l = v.(*list)
			l.first = w
		} else {
			byLength.Store(len(w)*1000, l)
		}
		l.words = append(l.words, l.first+w)
	}
	out := map[int][]string{}
	byLength.Range(func(k, v any) bool {
		out[k.(int)] = v.(*list).words
		return true
	})
	return out
}

// What is not stored is not counted.
func Numbered(words []string) (numbers []int) {
	n := &numbering{}
	for _, w := range words {
		v, ok := n.seen.Load(w)
		if !ok {
			v, _ = n.seen.LoadOrStore(w, n.next())
		}
		numbers = append(numbers, *v.(*int))
	}
	return append(numbers, n.made)
}

// A nil counts as nothing.
func Once(words []string) (new []string) {
	var seen sync.Map
	for i, w := range words {
		if i%3 == 2 {
			seen.Store(w, nil)
		}
		if v, _ := seen.Load(w); v == nil {
			seen.LoadOrStore(w, i)
			new = append(new, w)
		}
	}
	return new
}

// The names are those of the function.
func Hidden(words []string) (n int, ok bool) {
	var m sync.Map
	for _, w := range words {
		ok = strings.HasPrefix(w, "a")
		var v any
		if v, ok = m.Load(w); !ok {
			v, _ = m.LoadOrStore(w, &named{ok: ok})
		} else {
			ok = v.(*named).ok
			n++
		}
		n += len(words)
		if ok {
			n += 100
		}
	}
	return n, ok
}

// The pointer is followed for new words only.
func Failing(words []string) (out string) {
	var m sync.Map
	defer func() { out = fmt.Sprint(out, " ", recover()) }()
	texts := []*named{{name: new(string)}, {name: new(string)}, nil}
	for i, w := range words {
		v, ok := m.Load(w)
		if !ok {
			v, _ = m.LoadOrStore(w, &named{name: texts[i%len(texts)].name})
		}
		*v.(*named).name += w
		out += *v.(*named).name + ";"
	}
	return out
}
