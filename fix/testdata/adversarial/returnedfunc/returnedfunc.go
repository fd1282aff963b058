// Package returnedfunc has functions that return functions.
package returnedfunc

import (
	"errors"
	"fmt"
)

type desk struct {
	log  []string
	open int
}

// Order cleans up in the order of its defer statements.
func Order(names []string) (log []string) {
	d := &desk{}
	defer func() { log = d.log }()
	for _, name := range names {
		defer d.begin(name)()
	}
	d.log = append(d.log, fmt.Sprint(d.open))
	return nil
}

func (d *desk) begin(name string) func() {
	defer func() { d.open++ }()
	d.log = append(d.log, "+"+name)
	return func() {
		d.open--
		d.log = append(d.log, fmt.Sprint("-", name, d.open))
	}
}

// Late has a function that sees what is known after it was made.
func Late(n int) (sum int) {
	d := &desk{}
	add := d.late(n)
	return add(1) + 100*add(2)
}

func (d *desk) late(n int) func(int) int {
	limit := n
	defer func() { d.open++ }()
	add := func(k int) int { return k * limit }
	if n > 3 {
		limit = 3
	}
	return add
}

// Turns has a function that remembers.
func Turns(n int) (out []int) {
	next := (&desk{}).turns(n)
	for range 3 {
		out = append(out, next())
	}
	return out
}

func (d *desk) turns(n int) func() int {
	defer func() { d.open++ }()
	at := n
	return func() int {
		at++
		return at * d.open
	}
}

// Refused gets none where there is an error.
func Refused(n int) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic ", r)
		}
	}()
	d := &desk{open: n}
	end, err := d.maybe(n)
	if end == nil {
		return fmt.Sprint("none ", err)
	}
	return end()
}

var errOdd = errors.New("odd")

func (d *desk) maybe(n int) (func() string, error) {
	defer func() { d.open++ }()
	if n%2 == 1 {
		return nil, errOdd
	}
	if n > 5 {
		return nil, nil
	}
	return func() string { return fmt.Sprint(n, d.open) }, nil
}

// Recovers has a function that stops a panic, which it does only if it is deferred itself.
func Recovers(n int) (text string) {
	defer guard(&text, n)()
	if n > 2 {
		panic(n)
	}
	return "fine"
}

func guard(text *string, n int) func() {
	defer func() { n++ }()
	return func() {
		if r := recover(); r != nil {
			*text = fmt.Sprint(n, " stopped ", r)
		}
	}
}

// Nested is undone from inside, with what was there when it began.
func Nested(n int) []string {
	d := &desk{}
	d.nest(n)
	return d.log
}

func (d *desk) nest(n int) {
	end := d.level(n, d.open)
	defer end()
	if n > 0 {
		d.open++
		d.nest(n / 2)
	}
}

func (d *desk) level(n, was int) func() {
	defer func() { d.log = append(d.log, fmt.Sprint("in ", n)) }()
	return func() {
		d.log = append(d.log, fmt.Sprint("out ", n, " ", was, "/", d.open))
		d.open = was
	}
}

// Rows has a function for each element of a slice that grows.
func Rows(n int) (out []int) {
	var ends []func() int
	list := make([]int, 0, 2)
	for i := range n {
		list = append(list, i*i)
		ends = append(ends, row(list, i))
	}
	for _, end := range ends {
		out = append(out, end())
	}
	return out
}

func row(list []int, i int) func() int {
	defer func() { list = nil }()
	return func() int { return len(list)*100 + i }
}
