// Package groupkey has maps whose keys are texts of bytes.
package groupkey

import (
	"bufio"
	"fmt"
	"strings"
)

// Sizes asks for the size of the map before the entry is there.
func Sizes(words []string) (list []int) {
	m := map[string]int{}
	for _, w := range words {
		b := []byte(w)
		m[string(b)] = m[string(b)] + len(m)
	}
	for _, w := range words {
		list = append(list, m[w])
	}
	return list
}

// Asked asks for it by a function.
func Asked(words []string) (list []int) {
	m := map[string][]int{}
	size := func() int { return len(m) }
	for _, w := range words {
		b := []byte(w)
		m[string(b)] = append(m[string(b)], size())
	}
	for _, w := range words {
		list = append(list, m[w]...)
	}
	return list
}

// Recovered ends at the first word that has no number.
func Recovered(words []string, numbers []int) (size, sum int) {
	m := map[string]int{}
	defer func() {
		_ = recover()
		size = len(m)
		for _, n := range m {
			sum += n
		}
	}()
	for i, w := range words {
		b := []byte(w)
		m[string(b)] += numbers[i]
	}
	return 0, 0
}

// Absent tells nil from empty.
func Absent(words []string) (nils, empties int) {
	m := map[string][]int{}
	for i, w := range words {
		b := []byte(w)
		if i%2 == 0 {
			m[string(b)] = []int{}
			continue
		}
		m[string(b)] = append(m[string(b)], i)[:0]
	}
	for _, w := range append(words, "absent", "") {
		if list := m[w]; list == nil {
			nils++
		} else if len(list) == 0 {
			empties++
		}
	}
	return nils, empties
}

// Walked changes the variables of a loop, and the map meanwhile.
func Walked(words []string) (n, after int) {
	m := map[string][]int{}
	for i, w := range words {
		b := []byte(w)
		m[string(b)] = append(m[string(b)], i)
	}
	for k, list := range m {
		list = append(list, len(k))
		m[k] = nil
		n += len(list)
	}
	for _, list := range m {
		after += len(list)
	}
	return n, after
}

// Before returns what was there before each store.
func Before(words []string) (list []int) {
	m := map[string]int{}
	for i, w := range words {
		b := []byte(w)
		old := m[string(b)]
		m[string(b)] = old + i
		list = append(list, old, m[string(b)])
	}
	return list
}

// Reused keys by a text whose bytes are written over.
func Reused(words []string) (list []int) {
	m := map[string]int{}
	buf := make([]byte, 0, 8)
	for _, w := range words {
		buf = append(buf[:0], w...)
		key := string(buf)
		buf = append(buf[:0], "other"...)
		m[key] += len(buf)
	}
	for _, w := range words {
		list = append(list, m[w])
	}
	return append(list, m["other"])
}

// Printed shows the map.
func Printed(words []string) string {
	m := map[string]int{}
	for _, w := range words {
		b := []byte(w)
		m[string(b)]++
	}
	return fmt.Sprint(m)
}

// Zero has entries that are zero, and others that are not there.
func Zero(words []string) (n int, known bool) {
	m := map[string]int{}
	for i, w := range words {
		b := []byte(w)
		m[string(b)] += i - i
	}
	_, known = m["a"]
	if v, ok := m["none"]; !ok && v == 0 {
		n = len(m)
	}
	return n, known
}

// Marked is a set from which words are taken.
func Marked(words []string) (n int) {
	m := map[string]bool{"a": false, "of": false}
	for _, w := range words {
		b := []byte(w)
		m[string(b)] = true
	}
	for _, in := range m {
		if in {
			n++
		}
	}
	return n
}

// Scanned reads on before it counts.
func Scanned(text string) (first, second int) {
	m := map[string]int{}
	in := bufio.NewScanner(strings.NewReader(text))
	in.Split(bufio.ScanWords)
	for in.Scan() {
		key := in.Text()
		in.Scan()
		m[key]++
	}
	return m["a"], len(m)
}

func count(rows [][]byte) map[string]int {
	m := map[string]int{}
	for _, row := range rows {
		m[string(row)]++
	}
	return m
}

func merge(m, other map[string]int) map[string]int {
	for k, n := range other {
		m[k] += n
	}
	if len(other) == 0 {
		return nil
	}
	return m
}

// Merged hands maps on, of which one may be nil.
func Merged(words []string) (size, most int, none bool) {
	var rows [][]byte
	for _, w := range words {
		rows = append(rows, []byte(w))
	}
	half := len(rows) / 2
	m := merge(count(rows[:half]), count(rows[half:]))
	for _, n := range m {
		most = max(most, n)
	}
	delete(m, "a")
	return len(m), most + m["a"], m == nil
}

// Anything puts marks where something else may be.
func Anything(words []string) string {
	m := map[string]any{"a": 1, "of": true}
	for _, w := range words {
		b := []byte(w)
		m[string(b)] = struct{}{}
	}
	return fmt.Sprint(m)
}
