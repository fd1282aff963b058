// Package later has values that are needed on some ways only, and of which it can be seen
// when they are made.
package later

import (
	"errors"
	"strconv"
	"strings"
)

// Ticket counts how many were made.
func Ticket(n *int, used bool) string {
	*n++
	text := "ticket " + strconv.Itoa(*n)
	if !used {
		return ""
	}
	return text
}

// Early reads before it writes.
func Early(m map[string]int, key string) string {
	text := "had " + strconv.Itoa(m[key])
	m[key]++
	if m[key] > 2 {
		return text
	}
	return "new"
}

// Panicking is made even where it is not used.
func Panicking(xs []int, used bool) string {
	text := strconv.Itoa(xs[0]) + "!"
	if used {
		return text
	}
	return "unused"
}

// Branches use it twice, with a change in between.
func Branches(b []byte) string {
	text := string(b)
	if len(b) > 1 {
		b[0], b[1] = b[1], b[0]
		if b[0] == 'x' {
			return text + string(b)
		}
	}
	return text
}

// Looped is the same in each turn.
func Looped(words []string) (out []string) {
	head := strings.Join(words, "+")
	for i, w := range words {
		words[i] = ""
		if len(w) > 1 {
			out = append(out, head+w)
		}
	}
	return out
}

// Deferred is used when the function ends.
func Deferred(p *string) (said string) {
	text := "was " + *p
	defer func() {
		if len(*p) > 2 {
			said = text
		}
	}()
	*p += "."
	return "nothing"
}

// Failing names the words as they were.
func Failing(words []string) error {
	all := strings.Join(words, "+")
	for i, w := range words {
		words[i] = "-"
		if len(w) > 1 {
			return errors.New(all)
		}
	}
	return nil
}

// Fault says where it is.
type Fault struct{ at int }

func (f *Fault) Error() string { return "at " + strconv.Itoa(f.at) }

// Checked counts where it is.
func Checked(xs []int) error {
	fault := &Fault{at: 1}
	for _, x := range xs {
		if x < 0 {
			return fault
		}
		fault.at++
	}
	return nil
}

// Blamed shows the bytes before they are turned.
func Blamed(b []byte) error {
	text := string(b)
	if turn(b) {
		return errors.New(text)
	}
	return nil
}

func turn(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	b[0], b[1] = b[1], b[0]
	return b[0] != b[1]
}

// Chosen is the first of the given ones that is long, and a new one for none.
func Chosen(faults []*Fault, least int) string {
	f := &Fault{at: least}
	said := ""
	for i := range faults {
		g := &Fault{at: -i}
		if least > 2 {
			said += "."
			if faults[i] == nil {
				break
			}
			g = faults[i]
			g.at++
		} else if least < 0 {
			said += strconv.Itoa(g.at)
			continue
		}
		said += g.Error()
		if f = faults[i]; f != nil && f.at > least {
			break
		}
	}
	if f == nil {
		return said
	}
	return said + f.Error()
}

// Least is nil, empty or new.
func Least(words []string, n int) []string {
	list := make([]string, 1)
	if n > len(words) {
		list = nil
	} else if n == len(words) {
		list, n = words[:0], 0
	}
	if list == nil {
		return nil
	}
	return append(list, words[:n]...)
}

// Traversed collects flags until a word is none.
func Traversed(words []string, most int) (flags []string, rest int) {
	found := make([]string, 0, len(words)+1)
	for i, word := range words {
		switch {
		case len(word) > 1 && word[0] == '-':
			found = append(found, word)
			continue
		case word == "":
			if found = append(found, "empty"); i < most {
				break
			}
			continue
		}
		return append(found, word), len(words) - i
	}
	return nil, 0
}

// Roomy panics below zero, whatever is given.
func Roomy(n int, given []int) []int {
	list := room(n)
	if given != nil {
		list = given
	} else {
		n++
	}
	return append(list, n)
}

func room(n int) []int { return make([]int, n) }

// Switched keeps its own fault where it breaks, and another one where it goes on.
func Switched(kind int, given *Fault) string {
	f := &Fault{at: kind}
	switch kind {
	case 1:
		if given == nil {
			break
		}
		f = given
	case 2:
		f = given
		fallthrough
	case 3:
		kind++
	}
	if f == nil {
		return "none"
	}
	return f.Error() + strconv.Itoa(kind)
}

// Span is from one fault to another.
type Span struct{ from, to *Fault }

type place struct {
	f    Fault
	seen *[]int
}

func (f *Fault) next() { f.at++ }

func (f *Fault) copied() *Fault { return &Fault{at: f.at} }

func (f *Fault) span(to *Fault) *Span { return &Span{f, to} }

// Moved has the place as it was, and what it leads to as it has become.
func Moved(at int, used bool) (string, []place) {
	var seen []int
	p := place{Fault{at}, &seen}
	list := []place{p}
	p.f.next()
	seen = append(seen, p.f.at)
	if used {
		return p.f.Error(), list
	}
	return p.f.Error(), nil
}

// Copied is the fault as it was.
func Copied(f *Fault, used bool) *Fault {
	old := f.copied()
	f.next()
	if used {
		return old
	}
	return nil
}

// Spanned begins at the first of two faults, which is not the first any more.
func Spanned(from, to *Fault, used bool) *Span {
	s := from.span(to)
	if from, to = to, from; from != nil {
		from.next()
	}
	if used {
		return s
	}
	return nil
}
