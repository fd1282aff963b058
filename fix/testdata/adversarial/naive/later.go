package later

import (
	"errors"
	"strconv"
	"strings"
)

// Unused tickets are not counted.
func Ticket(n *int, used bool) string {
	if !used {
		return ""
	}
	*n++
	return "ticket " + strconv.Itoa(*n)
}

// It reads what it has written.
func Early(m map[string]int, key string) string {
	m[key]++
	if m[key] > 2 {
		return "had " + strconv.Itoa(m[key])
	}
	return "new"
}

// Without use there is no panic.
func Panicking(xs []int, used bool) string {
	if used {
		return strconv.Itoa(xs[0]) + "!"
	}
	return "unused"
}

// The text is that after the change.
func Branches(b []byte) string {
	if len(b) > 1 {
		b[0], b[1] = b[1], b[0]
		if b[0] == 'x' {
			return string(b) + string(b)
		}
	}
	return string(b)
}

// The words are gone when they are joined.
func Looped(words []string) (out []string) {
	for i, w := range words {
		words[i] = ""
		if len(w) > 1 {
			out = append(out, strings.Join(words, "+")+w)
		}
	}
	return out
}

// The text has the full stop.
func Deferred(p *string) (said string) {
	_ = *p
	defer func() {
		if len(*p) > 2 {
			said = "was " + *p
		}
	}()
	*p += "."
	return "nothing"
}

// The words have changed.
func Failing(words []string) error {
	for i, w := range words {
		words[i] = "-"
		if len(w) > 1 {
			return errors.New(strings.Join(words, "+"))
		}
	}
	return nil
}

// It is always the first.
func Checked(xs []int) error {
	for _, x := range xs {
		if x < 0 {
			return &Fault{at: 1}
		}
	}
	return nil
}

// They are turned.
func Blamed(b []byte) error {
	if turn(b) {
		return errors.New(string(b))
	}
	return nil
}

// None is made when there is one that is given.
func Chosen(faults []*Fault, least int) string {
	var f *Fault
	said := ""
	for i := range faults {
		g := faults[i]
		if least > 2 {
			said += "."
			if g == nil {
				break
			}
			g.at++
		} else if least < 0 {
			said += strconv.Itoa(-i)
			continue
		} else {
			g = &Fault{at: -i}
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

// What nothing takes the place of is empty.
func Least(words []string, n int) []string {
	var list []string
	if n > len(words) {
		return nil
	} else if n == len(words) {
		list, n = words[:0], 0
	}
	return append(list, words[:n]...)
}

// Each word finds what it has itself.
func Traversed(words []string, most int) (flags []string, rest int) {
	for i, word := range words {
		found := make([]string, 0, len(words)+1)
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

// Room is made only where none is given.
func Roomy(n int, given []int) []int {
	list := given
	if given == nil {
		list = room(n)
		n++
	}
	return append(list, n)
}

// The cases that give none make one.
func Switched(kind int, given *Fault) string {
	var f *Fault
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
		f = &Fault{at: kind}
		kind++
	default:
		f = &Fault{at: kind}
	}
	if f == nil {
		return "none"
	}
	return f.Error() + strconv.Itoa(kind)
}

// The place has moved.
func Moved(at int, used bool) (string, []place) {
	var seen []int
	p := place{Fault{at}, &seen}
	p.f.next()
	seen = append(seen, p.f.at)
	if used {
		list := []place{p}
		return p.f.Error(), list
	}
	return p.f.Error(), nil
}

// The fault has moved.
func Copied(f *Fault, used bool) *Fault {
	f.next()
	if used {
		return f.copied()
	}
	return nil
}

// The faults have changed places.
func Spanned(from, to *Fault, used bool) *Span {
	if from, to = to, from; from != nil {
		from.next()
	}
	if used {
		return from.span(to)
	}
	return nil
}
