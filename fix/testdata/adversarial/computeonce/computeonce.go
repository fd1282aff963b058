// Package computeonce has functions that seem to make the same value again.
package computeonce

import (
	"fmt"
	"strings"
)

// Grown compares with a text that grows.
func Grown(names []string, s string) (n int) {
	for _, name := range names {
		if strings.ToLower(s) == name {
			n++
		}
		s += name
	}
	return n
}

// Overwritten shows bytes that change through another name.
func Overwritten(b []byte) (texts []string) {
	other := b
	for i := range other {
		texts = append(texts, string(b))
		other[i] ^= 1
	}
	return texts
}

func fill(b []byte) {
	for i := range b {
		b[i] = '.'
	}
}

// Filled shows bytes before and after.
func Filled(b []byte) string {
	text := string(b) + "|"
	fill(b)
	return text + string(b)
}

// Pointed is told by a pointer.
func Pointed(s string, n int) (texts []string) {
	p := &s
	for range max(0, min(n, 9)) {
		texts = append(texts, strings.ToUpper(s))
		*p += "x"
	}
	return texts
}

// Captured is told by a function.
func Captured(s string) []string {
	more := func() string { s += "y"; return "" }
	return []string{strings.ToUpper(s), more(), strings.ToUpper(s)}
}

// Account has a name.
type Account struct{ Name string }

// Unneeded needs no account when there are no names.
func Unneeded(a *Account, names []string) (n int) {
	for _, name := range names {
		if strings.ToLower(a.Name) == name {
			n++
		}
	}
	return n
}

type steps int

func (s *steps) String() string { *s++; return strings.Repeat("-", int(*s)) }

// Counted prints what counts.
func Counted(n int) (texts []string) {
	var s steps
	for range max(0, min(n, 9)) {
		texts = append(texts, fmt.Sprintf("%v", &s))
	}
	return texts
}

// Rows changes each by itself.
func Rows(s string, n int) (rows [][]byte) {
	for i := range max(0, min(n, 9)) {
		row := []byte(s)
		if i < len(row) {
			row[i] = '!'
		}
		rows = append(rows, row)
	}
	return rows
}

// Value is copied when its method is taken.
type Value struct{ n int }

func (v Value) get() int { return v.n }

// Taken asks each later.
func Taken(n int) (sum int) {
	var v Value
	var list []func() int
	for range max(0, min(n, 9)) {
		list = append(list, v.get)
		v.n++
	}
	for _, f := range list {
		sum = 10*sum + f()
	}
	return sum
}

// Own asks each for its own.
func Own(names []string) (texts []string) {
	var list []func() string
	for i, name := range names {
		list = append(list, func() string { return fmt.Sprint(i, name) })
	}
	for _, f := range list {
		texts = append(texts, f())
	}
	return texts
}

// Hidden has two of a name.
func Hidden(name string, names []string) (n int) {
	for _, other := range names {
		if strings.ToLower(name) == other {
			n++
		}
		name := other
		if strings.ToLower(name) == other {
			n += 10
		}
	}
	return n
}

// Query asks for a name.
type Query struct{ account *Account }

// Name returns the name in lower case.
func (q *Query) Name() string {
	if q.account == nil {
		return "."
	}
	return strings.ToLower(q.account.Name)
}

func (a *Account) rename() { a.Name = a.Name[:len(a.Name)/2] + "X" }

// Answered is asked again after another name was given.
func Answered(a *Account, zones []string) string {
	query := Query{account: a}
	for _, zone := range zones {
		if !strings.HasPrefix(query.Name(), zone) {
			continue
		}
		a.rename()
		return query.Name() + zone
	}
	return query.Name()
}

// Going is asked again in the next iteration.
func Going(a *Account, zones []string) (n int) {
	query := Query{account: a}
	for i, zone := range zones {
		if strings.HasPrefix(query.Name(), zone) {
			n += i
			a.rename()
			if n > 3 {
				return -n
			}
			continue
		}
	}
	return n
}

// Tally counts how often it was asked.
type Tally struct {
	name string
	n    int
}

// Name returns the name and counts.
func (t *Tally) Name() string {
	t.n++
	return strings.ToLower(t.name)
}

// Asked counts.
func Asked(name string, names []string) (n int) {
	tally := Tally{name: name}
	for _, other := range names {
		if tally.Name() == other {
			n += 100
		}
	}
	return n + tally.n
}

type station struct {
	no    int
	line  *Account
	trips int
	say   func(string)
}

func (s *station) title() string { return fmt.Sprintf("%d at %s", s.no, s.line.lower()) }

func (s *station) track() string { return fmt.Sprintf("track %d", s.no*10) }

func (a *Account) lower() string { return strings.ToLower(a.Name) }

// Stations says where it is, while what listens changes what the line is called.
func Stations(name string, n int) (said []string) {
	line := &Account{name}
	s := &station{no: n, line: line, say: func(text string) {
		said = append(said, text)
		line.Name += "X"
	}}
	s.trips += n
	s.say(s.title())
	s.say(s.title())
	s.say(s.track())
	s.say(s.track())
	return said
}
