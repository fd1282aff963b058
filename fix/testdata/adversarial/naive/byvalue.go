package byvalue

import (
	"fmt"
	"strings"
)

// One depth is changed by all.
func Depth(s string) (out string) {
	d := depth{}
	var one func(s string) string
	one = func(s string) string {
		if s == "" || !d.ok() {
			return s
		}
		switch s[0] {
		case 'a':
			d.arrays++
		case ' ', ',':
			before := d
			d.structs++
			rest := one(s[1:])
			out += fmt.Sprint(before.arrays, before.structs, d.arrays, d.structs, ";")
			d.arrays++
			return one(rest)
		}
		return one(s[1:])
	}
	rest := one(s)
	return out + fmt.Sprint(rest, d.arrays, d.structs)
}

// A word that is missing is an empty one.
func Found(text string) (out []string) {
	find := func(words []string, n int) (l last) {
		for _, w := range words {
			if len(w) == n {
				return last{w}
			}
		}
		return l
	}
	for n := range 4 {
		if l := find(strings.Split(text, ","), n); l != (last{}) {
			out = append(out, fmt.Sprintf("%d %q", n, l.word))
		}
	}
	return out
}

// What is equal is the same.
func Same(text string) (n int) {
	list := count(strings.Split(text, ","))
	for _, a := range list {
		for _, b := range list {
			if *a == *b {
				n++
			}
		}
	}
	return n
}

// Each element has a total of its own.
func Total(text string) (out []int) {
	var list []total
	for _, t := range totals(len(text)) {
		list = append(list, *t)
	}
	for i := range list {
		list[i].sum += int(text[i])
	}
	for _, t := range list {
		out = append(out, t.sum)
	}
	return out
}

// Each mark is where it was made.
func Marks(text string) (out []int) {
	var list []mark
	m := mark{}
	for i := range text {
		m.at = i
		if text[i] == ',' {
			list = append(list, m)
		}
	}
	for _, m := range list {
		out = append(out, m.at)
	}
	return out
}

// The struct has no method.
func Shown(text string) string {
	s := *show(text)
	return fmt.Sprint(s, s, s.text)
}

// The view is the one of the beginning.
func Viewed(text string) (out []int) {
	v := view{}
	p := v
	for i := range text {
		v.n += i
		out = append(out, p.n, p.more().n)
	}
	return out
}

// The first entry of a table without one is the first word.
func First(text string) (out string) {
	var first entry
	var rest []entry
	for i, w := range strings.Split(text, ",") {
		switch {
		case w == "":
		case first == entry{}:
			first = entry{i}
		default:
			rest = append(rest, entry{i})
		}
	}
	for _, e := range rest {
		out += fmt.Sprint(e.index, " ")
	}
	return out + fmt.Sprint(first.index)
}

// A cell that is missing has nothing.
func Cells(text string) (out []string) {
	for _, i := range []int{0, 2, 9} {
		c := func() (c cell) {
			defer func() { _ = recover() }()
			return cell{text[i]}
		}()
		out = append(out, fmt.Sprint(c.value))
	}
	return out
}
