package groupkey

import (
	"bufio"
	"fmt"
	"strings"
)

func in[V any](m map[string]*V, b []byte) *V {
	p := m[string(b)]
	if p == nil {
		p = new(V)
		m[string(b)] = p
	}
	return p
}

func of[V any](p *V) (v V) {
	if p != nil {
		v = *p
	}
	return v
}

// The new entry is counted.
func Sizes(words []string) (list []int) {
	m := map[string]*int{}
	for _, w := range words {
		b := []byte(w)
		p := in(m, b)
		*p = *p + len(m)
	}
	for _, w := range words {
		list = append(list, of(m[w]))
	}
	return list
}

// The new entry is counted.
func Asked(words []string) (list []int) {
	m := map[string]*[]int{}
	size := func() int { return len(m) }
	for _, w := range words {
		b := []byte(w)
		p := in(m, b)
		*p = append(*p, size())
	}
	for _, w := range words {
		list = append(list, of(m[w])...)
	}
	return list
}

// The entry of the word without a number is there.
func Recovered(words []string, numbers []int) (size, sum int) {
	m := map[string]*int{}
	defer func() {
		_ = recover()
		size = len(m)
		for _, n := range m {
			sum += *n
		}
	}()
	for i, w := range words {
		b := []byte(w)
		*in(m, b) += numbers[i]
	}
	return 0, 0
}

// What is not there is empty.
func Absent(words []string) (nils, empties int) {
	m := map[string]*[]int{}
	for i, w := range words {
		b := []byte(w)
		p := in(m, b)
		if i%2 == 0 {
			*p = []int{}
			continue
		}
		*p = append(*p, i)[:0]
	}
	for _, w := range append(words, "absent", "") {
		if list := in(m, []byte(w)); len(*list) == 0 {
			empties++
		}
	}
	return nils, empties
}

// The variable of the loop is the entry.
func Walked(words []string) (n, after int) {
	m := map[string]*[]int{}
	for i, w := range words {
		b := []byte(w)
		p := in(m, b)
		*p = append(*p, i)
	}
	for k, list := range m {
		*list = append(*list, len(k))
		n += len(*list)
	}
	for _, list := range m {
		after += len(*list)
	}
	return n, after
}

// What was there is looked at when it is there no more.
func Before(words []string) (list []int) {
	m := map[string]*int{}
	for i, w := range words {
		b := []byte(w)
		old := in(m, b)
		*old += i
		list = append(list, *old, *old)
	}
	return list
}

// The bytes are others.
func Reused(words []string) (list []int) {
	m := map[string]*int{}
	buf := make([]byte, 0, 8)
	for _, w := range words {
		buf = append(buf[:0], w...)
		buf = append(buf[:0], "other"...)
		*in(m, buf) += len(buf)
	}
	for _, w := range words {
		list = append(list, of(m[w]))
	}
	return append(list, of(m["other"]))
}

// It shows pointers.
func Printed(words []string) string {
	m := map[string]*int{}
	for _, w := range words {
		b := []byte(w)
		*in(m, b)++
	}
	return fmt.Sprint(m)
}

// An entry that is zero is none.
func Zero(words []string) (n int, known bool) {
	m := map[string]*int{}
	for i, w := range words {
		b := []byte(w)
		if i-i != 0 {
			*in(m, b) += i - i
		}
	}
	_, known = m["a"]
	if v, ok := m["none"]; !ok && v == nil {
		n = len(m)
	}
	return n, known
}

// What is there may be false.
func Marked(words []string) (n int) {
	m := map[string]bool{"a": false, "of": false}
	for _, w := range words {
		b := []byte(w)
		if _, ok := m[string(b)]; !ok {
			m[string(b)] = true
		}
	}
	for _, in := range m {
		if in {
			n++
		}
	}
	return n
}

// The scanner has gone on.
func Scanned(text string) (first, second int) {
	m := map[string]*int{}
	in := bufio.NewScanner(strings.NewReader(text))
	in.Split(bufio.ScanWords)
	for in.Scan() {
		in.Scan()
		p := m[string(in.Bytes())]
		if p == nil {
			p = new(int)
			m[string(in.Bytes())] = p
		}
		*p++
	}
	return of(m["a"]), len(m)
}
