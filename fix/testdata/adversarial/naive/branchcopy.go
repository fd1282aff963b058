package branchcopy

import "strings"

// All problems point to the last position.
func Problems(words []string) string {
	var all []*problem
	var pos position
	for i, w := range words {
		pos = position{i, len(w)}
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

// Where no word is long, it points to zero.
func First(words []string) *int {
	var at int
	for i, w := range words {
		if len(w) > 2 {
			at = i
			break
		}
	}
	return &at
}

// Each branch has a variable of its own.
func Both(n int) int {
	m := n
	var left, right []*int
	if n > 1 {
		m := m
		left = append(left, &m)
	}
	if n > 2 {
		m := m
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

// Each round has a variable of its own.
func Distinct(words []string) int {
	n := len(words)
	seen := map[*int]bool{}
	for _, w := range words {
		if w != "" {
			n := n
			for _, b := range []box{{&n}} {
				seen[b.n] = true
			}
		}
	}
	return len(seen)
}

// What is kept is the number at that time.
func Counted(words []string) int {
	n := 0
	var kept []*int
	for _, w := range words {
		n++
		if len(w) > 1 {
			n := n
			kept = append(kept, &n)
		}
	}
	sum := 0
	for _, p := range kept {
		sum += *p
	}
	return sum
}

// The copy changes, and the variable is read.
func Deferred(xs []int, at int) (out int) {
	n := len(xs)
	var kept []box
	defer func() {
		recover()
		out = n
	}()
	if at != 0 {
		n := n
		kept = append(kept, box{&n})
	}
	for _, b := range kept {
		*b.n += at
	}
	return xs[at]
}

// The next clause reads the variable, not the copy.
func Through(kind, n int) int {
	m := n
	var kept []*int
	switch kind {
	case 1:
		m := m
		kept = append(kept, &m)
		*kept[0] += 5
		fallthrough
	case 2:
		return m * 2
	}
	return m
}

// Each copy keeps its number.
func Again(n int) int {
	m := min(n, 20)
	var kept []*int
again:
	if m > 3 {
		m := m
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

// The second variable is kept.
func Shadowed(words []string) int {
	var kept []box
	sum := 0
	for _, w := range words {
		n := len(w)
		if n > 1 {
			n := n * 2
			kept = append(kept, box{&n})
			sum += n
		}
	}
	for _, b := range kept {
		sum += 100 * *b.n
	}
	return sum
}

// The registry has a copy.
func Registered(n int) int {
	registry = nil
	m := n
	if n%2 == 0 {
		m := m
		registry = append(registry, box{&m})
	}
	raise()
	return m
}

// The goroutine changes a copy.
func Sent(n int) int {
	m := n
	done := make(chan bool, 1)
	if n > 3 {
		m := m
		b := &box{&m}
		go func() { *b.n *= 2; done <- true }()
	} else {
		done <- false
	}
	<-done
	return m
}

// The copy is not added to.
func Added(xs []int) int {
	var t tally
	var kept []*tally
	if len(xs) > 1 {
		t := t
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

// The copy changes, and the variable is read after the loop.
func Until(words []string) int {
	var t tally
	var kept []*tally
	for _, w := range words {
		if t.n++; w == "" {
			t := t
			kept = append(kept, &t)
			if t.n++; t.n%3 == 0 {
				break
			}
			return kept[0].n
		}
	}
	return 100*t.n + len(kept)
}

// The deferred method changes the variable, not the copy.
func Closed(xs []int) *tally {
	var t tally
	defer t.add(len(xs))
	if len(xs) > 1 {
		t := t
		return &t
	}
	return nil
}

// The copy is in another place, and says so when it is written to.
func Built(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w)
	}
	if b.Len() > 2 {
		b := b
		return finished(&b)
	}
	return strings.Repeat("-", b.Len())
}

// The copy has a slice of the other array.
func Begun(n int) string {
	var l line
	l.begin('x')
	if n%2 == 0 {
		l := l
		return l.change()
	}
	return string(l.text)
}

// The function keeps the number of before.
func Counter(n int) int {
	var read func() int
	m := n
	if n > 2 {
		m := m
		read = func() int { return m }
	}
	m += 5
	if read == nil {
		return m
	}
	return read()
}

// The field has a copy that is not counted on.
func Stepped(xs []int) int {
	var t tally
	var all tallies
	for _, x := range xs {
		t.add(x)
	}
	if t.n > 3 {
		t := t
		all.last = &t
	}
	t.add(1)
	if all.last == nil {
		return t.n
	}
	return 100*all.last.n + all.last.calls
}

// The next turn does not begin with what was written to the copy.
func Turned(step int) string {
	said := ""
	var kept []*tally
	for t := (tally{}); t.more(); {
		if t.n%2 == 0 {
			t := t
			kept = append(kept, &t)
		}
		if len(kept) > 0 {
			kept[len(kept)-1].n += step & 3
		}
		said += strings.Repeat("i", t.n) + "."
	}
	return said
}

// The copy is made before the return statement.
func Returned(n int) int {
	m, kept := n, []*int(nil)
	if n > 2 {
		kept = append(kept, new(int))
	}
	for _, p := range kept {
		m += 100 * *p
	}
	return m
}

// The other pointer leads to the variable.
func Known(n int) int {
	t, all := tally{n: n}, tallies{}
	other := t.self()
	if n > 2 {
		t := t
		all.last = &t
		all.last.n += 5
	}
	return other.n
}

// What the function has kept is not the copy.
func MadeNoted(n int) int {
	var all tallies
	t := tally{n: n}
	if n > 2 {
		t := t
		all.last = &t
	}
	lastTally.n += 10
	if all.last == nil {
		return 0
	}
	return all.last.n
}

// The copy does not see what is added after the branch.
func MadeStepped(n int) int {
	var all tallies
	t := newTally(n)
	if n > 2 {
		made := *t
		t := &made
		all.last = t
	}
	t.add(3)
	if all.last == nil {
		return t.n
	}
	return 100*all.last.n + all.last.calls
}
