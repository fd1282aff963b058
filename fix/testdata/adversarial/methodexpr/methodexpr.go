// Package methodexpr has variables that hold methods.
package methodexpr

import "fmt"

// Counter counts.
type Counter struct {
	n    int
	next *Counter
}

func (c *Counter) up(x int)         { c.n += x }
func (c *Counter) down(x int)       { c.n -= x }
func (c Counter) show(x int) int    { return c.n + x }
func (c *Counter) check(x int) bool { return c == nil || c.n < x }

// Sum chooses by sign.
func Sum(list []int) int {
	c := &Counter{}
	var f func(int)
	for _, x := range list {
		if f = c.up; x < 0 {
			f = c.down
		}
		f(x)
	}
	return c.n
}

// Chain goes on to the next one, and what was bound before is still called.
func Chain(list []int) string {
	first := &Counter{next: &Counter{}}
	c := first
	var f func(int)
	for i, x := range list {
		if i%2 == 0 || f == nil {
			f = c.up
		}
		if x > 3 && c.next != nil {
			c = c.next
		}
		f(x)
	}
	return fmt.Sprint(first.n, first.next.n)
}

// Both has two receivers.
func Both(list []int) string {
	a, b := &Counter{}, &Counter{n: 100}
	var f func(int)
	for _, x := range list {
		if f = a.up; x > 3 {
			f = b.down
		}
		f(x)
	}
	return fmt.Sprint(a.n, b.n)
}

// Copied is bound to what the counter was.
func Copied(list []int) int {
	c := &Counter{}
	sum := 0
	var f func(int) int
	for i, x := range list {
		if i%3 == 0 {
			f = c.show
		}
		c.n += x
		sum += f(x)
	}
	return sum
}

// Later calls what was chosen when all is over.
func Later(list []int) int {
	c := &Counter{}
	var all []func(int)
	var f func(int)
	for _, x := range list {
		if f = c.up; x < 0 {
			f = c.down
		}
		all = append(all, f)
	}
	for i, f := range all {
		f(i)
	}
	return c.n
}

// Ended stops where there is none.
func Ended(list []int) (text string) {
	c := &Counter{}
	var f func(int)
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r, c.n)
		}
	}()
	for _, x := range list {
		if f = c.up; x == 7 {
			f = nil
		}
		f(x)
	}
	return fmt.Sprint(c.n)
}

// Missing asks a counter that may not be there.
func Missing(there bool, list []int) int {
	var c *Counter
	if there {
		c = &Counter{n: 5}
	}
	count := 0
	var f func(int) bool
	for _, x := range list {
		if f = c.check; x < 0 {
			f = nil
		}
		if f != nil && f(x) {
			count++
		}
	}
	return count
}

// Machine goes from state to state.
type Machine struct {
	n     int
	log   []int
	state func(x int) bool
	undo  func()
}

func (m *Machine) idle(x int) bool {
	if x > 3 {
		m.state = m.busy
		m.undo = m.drop
	}
	m.log = append(m.log, x)
	return x >= 0
}

func (m *Machine) busy(x int) bool {
	if m.n += x; m.n > 20 {
		m.state = nil
	} else if x%2 == 0 {
		m.state = m.idle
	}
	return true
}

func (m *Machine) drop() {
	if len(m.log) > 0 {
		m.log = m.log[:len(m.log)-1]
	}
}

// States runs two machines, one of which gives up the states of the other.
func States(list []int) string {
	a, b := &Machine{}, &Machine{n: 5}
	a.state, b.state = a.idle, b.busy
	for i, x := range list {
		m := a
		if i%2 == 1 {
			m = b
		}
		if m.state == nil || !m.state(x) {
			break
		}
		if m.undo != nil && x == 2 {
			m.undo()
			m.undo = nil
		}
		if x == 7 {
			a, b = b, a
		}
	}
	return fmt.Sprint(a.n, a.log, b.n, b.log, a.state == nil, b.undo == nil)
}

// Phase is copied while it runs.
type Phase struct {
	n    int
	next func() int
}

func (p *Phase) one() int {
	p.n++
	p.next = p.two
	return p.n
}

func (p *Phase) two() int {
	p.n *= 2
	p.next = p.one
	return p.n
}

// Phases goes on with a copy, whose next step belongs to the original.
func Phases(list []int) (out []int) {
	p := &Phase{}
	p.next = p.one
	for _, x := range list {
		q := *p
		out = append(out, p.next())
		if x > 3 {
			out = append(out, q.next(), q.n)
		}
	}
	return append(out, p.n)
}

type undo func() int

// Editor has a stack of what takes its changes back.
type Editor struct {
	n    int
	done []undo
}

func (e *Editor) add(x int) {
	e.n += x
	if e.done = append(e.done, e.less); x < 0 {
		e.done[len(e.done)-1] = e.twice
	}
}

func (e *Editor) less() int {
	e.n -= 3
	return e.n
}

func (e *Editor) twice() int {
	e.n *= 2
	e.done = append(e.done, e.less)
	return e.n
}

func (e *Editor) back() int {
	last := len(e.done) - 1
	if last < 0 {
		return e.n
	}
	f := e.done[last]
	e.done = e.done[:last]
	return f()
}

// Taken has one editor take back what another one has done.
func Taken(list []int) (out []int) {
	a, b := &Editor{}, &Editor{n: 100}
	for i, x := range list {
		if a.add(x); i%3 == 2 {
			b.done = append(b.done, a.done...)
			a.done = nil
		}
		out = append(out, b.back(), a.n, b.n)
	}
	return append(out, a.back(), b.back(), a.n, b.n, len(a.done), len(b.done))
}
