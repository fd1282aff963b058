package returnedfunc

import "fmt"

// What is to be done at the end is done with the last name.
func Order(names []string) (log []string) {
	d := &desk{}
	defer func() { log = d.log }()
	var end beginFunc
	for _, name := range names {
		end = d.beginning(name)
		defer func() { end.call() }()
	}
	d.log = append(d.log, fmt.Sprint(d.open))
	return nil
}

type beginFunc struct {
	d    *desk
	name string
}

func (d *desk) beginning(name string) beginFunc {
	defer func() { d.open++ }()
	d.log = append(d.log, "+"+name)
	return beginFunc{d, name}
}

func (f beginFunc) call() {
	f.d.open--
	f.d.log = append(f.d.log, fmt.Sprint("-", f.name, f.d.open))
}

// The limit is copied before it is known.
func Late(n int) (sum int) {
	d := &desk{}
	add := d.lately(n)
	return add.call(1) + 100*add.call(2)
}

type lateFunc struct{ limit int }

func (d *desk) lately(n int) lateFunc {
	limit := n
	defer func() { d.open++ }()
	add := lateFunc{limit}
	if n > 3 {
		limit = 3
	}
	return add
}

func (f lateFunc) call(k int) int { return k * f.limit }

// Each call counts in a copy.
func Turns(n int) (out []int) {
	next := (&desk{}).turning(n)
	for range 3 {
		out = append(out, next.call())
	}
	return out
}

type turnsFunc struct {
	d  *desk
	at int
}

func (d *desk) turning(n int) turnsFunc {
	defer func() { d.open++ }()
	return turnsFunc{d, n}
}

func (f turnsFunc) call() int {
	f.at++
	return f.at * f.d.open
}

// The struct is there without an error, too.
func Refused(n int) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic ", r)
		}
	}()
	d := &desk{open: n}
	end, err := d.perhaps(n)
	if err != nil {
		return fmt.Sprint("none ", err)
	}
	return end.call()
}

type maybeFunc struct {
	d *desk
	n int
}

func (d *desk) perhaps(n int) (maybeFunc, error) {
	defer func() { d.open++ }()
	if n%2 == 1 {
		return maybeFunc{}, errOdd
	}
	if n > 5 {
		return maybeFunc{}, nil
	}
	return maybeFunc{d, n}, nil
}

func (f maybeFunc) call() string { return fmt.Sprint(f.n, f.d.open) }

// The panic is not stopped by what a deferred function calls.
func Recovers(n int) (text string) {
	end := guardFunc{&text, n + 1}
	defer func() { end.call() }()
	if n > 2 {
		panic(n)
	}
	return "fine"
}

type guardFunc struct {
	text *string
	n    int
}

func (f guardFunc) call() {
	if r := recover(); r != nil {
		*f.text = fmt.Sprint(f.n, " stopped ", r)
	}
}

// The list is the one that was handed over.
func Rows(n int) (out []int) {
	var ends []rowFunc
	list := make([]int, 0, 2)
	for i := range n {
		list = append(list, i*i)
		ends = append(ends, rowFunc{list, i})
	}
	for _, end := range ends {
		out = append(out, end.call())
	}
	return out
}

type rowFunc struct {
	list []int
	i    int
}

func (f rowFunc) call() int { return len(f.list)*100 + f.i }
