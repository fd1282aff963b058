package methodexpr

import "fmt"

// It is the counter of the moment that counts.
func Chain(list []int) string {
	first := &Counter{next: &Counter{}}
	c := first
	var f func(*Counter, int)
	for i, x := range list {
		if i%2 == 0 || f == nil {
			f = (*Counter).up
		}
		if x > 3 && c.next != nil {
			c = c.next
		}
		f(c, x)
	}
	return fmt.Sprint(first.n, first.next.n)
}

// One counter does all.
func Both(list []int) string {
	a, b := &Counter{}, &Counter{n: 100}
	var f func(*Counter, int)
	for _, x := range list {
		if f = (*Counter).up; x > 3 {
			f = (*Counter).down
		}
		f(a, x)
	}
	return fmt.Sprint(a.n, b.n)
}

// The counter is looked at when it is asked.
func Copied(list []int) int {
	c := &Counter{}
	sum := 0
	var f func(Counter, int) int
	for i, x := range list {
		if i%3 == 0 {
			f = Counter.show
		}
		c.n += x
		sum += f(*c, x)
	}
	return sum
}

// The last choice is made for all.
func Later(list []int) int {
	c := &Counter{}
	f := (*Counter).up
	for _, x := range list {
		if f = (*Counter).up; x < 0 {
			f = (*Counter).down
		}
	}
	for i := range list {
		f(c, i)
	}
	return c.n
}

// Where there is none, nothing is called.
func Ended(list []int) (text string) {
	c := &Counter{}
	for _, x := range list {
		if x != 7 {
			c.up(x)
		}
	}
	return fmt.Sprint(c.n)
}

// A counter that is not there has no methods.
func Missing(there bool, list []int) int {
	var c *Counter
	if there {
		c = &Counter{n: 5}
	}
	count := 0
	for _, x := range list {
		if c != nil && x >= 0 && c.check(x) {
			count++
		}
	}
	return count
}

// The step back is that of the other machine.
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
			b.drop()
			m.undo = nil
		}
		if x == 7 {
			a, b = b, a
		}
	}
	return fmt.Sprint(a.n, a.log, b.n, b.log, a.state == nil, b.undo == nil)
}

// The copy takes its own step.
func Phases(list []int) (out []int) {
	p := &Phase{}
	step, one, two := (*Phase).one, (*Phase).one, (*Phase).two
	for i, x := range list {
		q := *p
		if step = one; i%2 == 1 {
			step = two
		}
		out = append(out, step(p))
		if x > 3 {
			out = append(out, step(&q), q.n)
		}
	}
	return append(out, p.n)
}

// The editor takes back what it did itself.
func Taken(list []int) (out []int) {
	a, b := &Editor{}, &Editor{n: 100}
	var given []func(*Editor) int
	for i, x := range list {
		if a.add(x); i%3 == 2 {
			for range a.done {
				given = append(given, (*Editor).less)
			}
			a.done = nil
		}
		n := b.n
		if last := len(given) - 1; last >= 0 {
			n, given = given[last](b), given[:last]
		}
		out = append(out, n, a.n, b.n)
	}
	return append(out, a.back(), b.back(), a.n, b.n, len(a.done), len(given))
}
