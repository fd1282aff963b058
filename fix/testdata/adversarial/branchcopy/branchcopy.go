// Package branchcopy has variables whose address is kept in a branch, and some of
// them are read or written through it.
package branchcopy

import "strings"

type position struct{ line, column int }

type problem struct {
	text string
	at   *position
}

type box struct{ n *int }

// Problems point to positions of their own.
func Problems(words []string) string {
	var all []*problem
	for i, w := range words {
		pos := position{i, len(w)}
		switch {
		case w == "":
			all = append(all, &problem{text: "empty", at: &pos})
		case len(w) > 2:
			all = append(all, &problem{"long", &pos})
		}
	}
	text := ""
	for _, p := range all {
		p.at.line++
		text += p.text + strings.Repeat(".", p.at.line) + strings.Repeat("-", p.at.column)
	}
	return text
}

// First returns nil where no word is long.
func First(words []string) *int {
	for i, w := range words {
		at := i
		if len(w) > 2 {
			found := []box{{&at}}
			return found[0].n
		}
	}
	return nil
}

// Both keep one variable, which each of them changes.
func Both(n int) int {
	m := n
	var left, right []*int
	if n > 1 {
		left = append(left, &m)
	}
	if n > 2 {
		right = append(right, &m)
	}
	sum := 0
	for _, p := range left {
		*p += 10
	}
	for _, p := range right {
		sum += *p
	}
	return sum
}

// Distinct counts the variables, of which there is one.
func Distinct(words []string) int {
	n := len(words)
	seen := map[*int]bool{}
	for _, w := range words {
		if w != "" {
			for _, b := range []box{{&n}} {
				seen[b.n] = true
			}
		}
	}
	return len(seen)
}

// Counted adds to what is kept.
func Counted(words []string) int {
	n := 0
	var kept []*int
	for _, w := range words {
		n++
		if len(w) > 1 {
			kept = append(kept, &n)
		}
	}
	sum := 0
	for _, p := range kept {
		sum += *p
	}
	return sum
}

// Deferred reads the variable after it has changed through its address, and after
// a panic.
func Deferred(xs []int, at int) (out int) {
	n := len(xs)
	var kept []box
	defer func() {
		recover()
		out = n
	}()
	if at != 0 {
		kept = append(kept, box{&n})
	}
	for _, b := range kept {
		*b.n += at
	}
	return xs[at]
}

// Through goes on to the next clause, which reads what was kept.
func Through(kind, n int) int {
	m := n
	var kept []*int
	switch kind {
	case 1:
		kept = append(kept, &m)
		*kept[0] += 5
		fallthrough
	case 2:
		return m * 2
	}
	return m
}

// Again jumps back to before the branch.
func Again(n int) int {
	m := min(n, 20)
	var kept []*int
again:
	if m > 3 {
		kept = append(kept, &m)
	}
	m--
	if m > 0 {
		goto again
	}
	sum := len(kept)
	for _, p := range kept {
		sum += 100 * *p
	}
	return sum
}

// Shadowed has two variables of one name, and keeps the first.
func Shadowed(words []string) int {
	var kept []box
	sum := 0
	for _, w := range words {
		n := len(w)
		if n > 1 {
			kept = append(kept, box{&n})
			n := n * 2
			sum += n
		}
	}
	for _, b := range kept {
		sum += 100 * *b.n
	}
	return sum
}

var registry []box

func raise() {
	for _, b := range registry {
		*b.n += 7
	}
}

// Registered changes in a function that was not given its address.
func Registered(n int) int {
	registry = nil
	m := n
	if n%2 == 0 {
		registry = append(registry, box{&m})
	}
	raise()
	return m
}

// Sent is changed by a goroutine.
func Sent(n int) int {
	m := n
	done := make(chan bool, 1)
	if n > 3 {
		b := &box{&m}
		go func() { *b.n *= 2; done <- true }()
	} else {
		done <- false
	}
	<-done
	return m
}

type tally struct{ n, calls int }

func (t *tally) add(n int) { t.n, t.calls = t.n+n, t.calls+1 }

// Added is changed by a method after its address was kept.
func Added(xs []int) int {
	var t tally
	var kept []*tally
	if len(xs) > 1 {
		kept = append(kept, &t)
	}
	for _, x := range xs {
		t.add(x)
	}
	sum := 0
	for _, k := range kept {
		sum += k.n*10 + k.calls
	}
	return sum
}

// Until keeps the address, and may go on after the loop.
func Until(words []string) int {
	var t tally
	var kept []*tally
	for _, w := range words {
		if t.n++; w == "" {
			kept = append(kept, &t)
			if t.n++; t.n%3 == 0 {
				break
			}
			return kept[0].n
		}
	}
	return 100*t.n + len(kept)
}

// Closed is changed by a deferred method when it is returned.
func Closed(xs []int) *tally {
	var t tally
	defer t.add(len(xs))
	if len(xs) > 1 {
		return &t
	}
	return nil
}

// Built knows where it is, and takes no more when it is somewhere else.
func Built(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w)
	}
	if b.Len() > 2 {
		return finished(&b)
	}
	return strings.Repeat("-", b.Len())
}

func finished(b *strings.Builder) string {
	b.WriteString(".")
	return b.String()
}

type line struct {
	room [4]byte
	text []byte
}

func (l *line) begin(c byte) { l.text = append(l.room[:0], c) }

// Begun has a slice of its own array.
func Begun(n int) string {
	var l line
	l.begin('x')
	if n%2 == 0 {
		return l.change()
	}
	return string(l.text)
}

func (l *line) change() string {
	l.text[0] = 'y'
	return string(l.room[:1]) + string(l.text)
}

// Counter gives out a function that sees what the variable becomes.
func Counter(n int) int {
	var read func() int
	m := n
	if n > 2 {
		read = func() int { return m }
	}
	m += 5
	if read == nil {
		return m
	}
	return read()
}

// Scanned points to where it stopped, and changes before and after it might.
func Scanned(words []string) int {
	sum := 0
	for _, w := range words {
		p, n := scan(w)
		if p == nil {
			sum += n
			continue
		}
		p.line += 100
		sum += p.line + 10*p.column
	}
	return sum
}

func scan(text string) (*position, int) {
	var pos position
	for _, c := range text {
		pos.column++
		if c == 'b' {
			return &pos, 0
		}
		if c == '\n' {
			pos.line, pos.column = pos.line+1, 0
		}
	}
	return nil, pos.line
}

type tallies struct{ last *tally }

// Stepped goes on counting after its tally was put into a field.
func Stepped(xs []int) int {
	var t tally
	var all tallies
	for _, x := range xs {
		t.add(x)
	}
	if t.n > 3 {
		all.last = &t
	}
	t.add(1)
	if all.last == nil {
		return t.n
	}
	return 100*all.last.n + all.last.calls
}

func (t *tally) more() bool {
	t.n++
	return t.n < 9
}

// Turned counts on from what is written through the address of the turn before.
func Turned(step int) string {
	said := ""
	var kept []*tally
	for t := (tally{}); t.more(); {
		if t.n%2 == 0 {
			kept = append(kept, &t)
		}
		if len(kept) > 0 {
			kept[len(kept)-1].n += step & 3
		}
		said += strings.Repeat("i", t.n) + "."
	}
	return said
}

// Returned gives the number out when it has kept its address.
func Returned(n int) int {
	m, kept := numbered(n)
	for _, p := range kept {
		m += 100 * *p
	}
	return m
}

func numbered(n int) (m int, kept []*int) {
	if n > 2 {
		kept = append(kept, &m)
	}
	return n, kept
}

func (t *tally) self() *tally { return t }

// Known has a second pointer before the branch.
func Known(n int) int {
	t, all := tally{n: n}, tallies{}
	other := t.self()
	if n > 2 {
		all.last = &t
		all.last.n += 5
	}
	return other.n
}

func newTally(n int) *tally { return &tally{n: n} }

var lastTally = &tally{}

// notedTally is known elsewhere when it is returned.
func notedTally(n int) *tally {
	t := newTally(n)
	lastTally = t
	return t
}

// Made keeps a tally of its own where it is another than before.
func Made(xs []int) int {
	var all tallies
	sum := 0
	for _, x := range xs {
		if t := newTally(x &^ 1); all.last == nil || *t != *all.last {
			all.last = t
		}
		all.last.n += 2
		sum = sum*3 + all.last.n + all.last.calls
	}
	return sum
}

// MadeNoted is changed through the address that its function has kept.
func MadeNoted(n int) int {
	var all tallies
	t := notedTally(n)
	if n > 2 {
		all.last = t
	}
	lastTally.n += 10
	if all.last == nil {
		return 0
	}
	return all.last.n
}

// MadeStepped goes on counting after its tally was put into a field.
func MadeStepped(n int) int {
	var all tallies
	t := newTally(n)
	if n > 2 {
		all.last = t
	}
	t.add(3)
	if all.last == nil {
		return t.n
	}
	return 100*all.last.n + all.last.calls
}
