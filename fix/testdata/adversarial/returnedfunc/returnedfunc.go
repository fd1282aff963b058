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

// Shared has two names for one function.
func Shared(n int) (out []int) {
	next := (&desk{}).turns(n)
	again := next
	for range 2 {
		out = append(out, next(), again())
	}
	return out
}

// Loops has a variable of a loop, of which each iteration has a copy, but one function.
func Loops(n int) (out []int) {
	for next := (&desk{}).looping(n); len(out) < 3; {
		defer func() { out = append(out, next()) }()
		out = append(out, next())
	}
	return out
}

func (d *desk) looping(n int) func() int {
	defer func() { d.open++ }()
	at := n
	return func() int {
		at++
		return at * d.open
	}
}

// Words goes on in a function of the caller, which is called in the midst of the next word.
func Words(text string) (out []string) {
	next := words(text, len(text)%3)
	var more func(int) string
	more = func(depth int) string {
		if depth > 2 {
			return "."
		}
		w, _ := next(func() string { return more(depth + 1) })
		return w
	}
	for range 3 {
		w, ok := next(func() string { return more(1) })
		out = append(out, fmt.Sprint(w, ok))
	}
	return out
}

func words(text string, skip int) func(func() string) (string, bool) {
	at := min(skip, len(text))
	defer func() { skip = 0 }()
	for at < len(text) && text[at] == ' ' {
		at++
	}
	return func(then func() string) (string, bool) {
		from := at
		for at < len(text) && text[at] != ' ' {
			at++
		}
		word := text[from:at]
		if at == len(text) {
			return word, false
		}
		at++
		word += "+" + then()
		return fmt.Sprint(word, at), true
	}
}

// Gathered has a function that sees what is added when the function around it has returned.
func Gathered(n int) []int {
	list, done := (&desk{open: n}).gathered(n)
	return append(done(), list...)
}

func (d *desk) gathered(n int) ([]int, func() []int) {
	var list []int
	for i := range n {
		list = append(list, i)
	}
	defer func() { list = append(list, d.open) }()
	return list, func() []int { return append([]int{len(list)}, list...) }
}

// Collected has one that nothing is added to.
func Collected(n int) []int {
	list, done := (&desk{open: n}).collected(n)
	for i := range list {
		list[i] *= 3
	}
	list = append(list, -1)
	return append(done(), list...)
}

func (d *desk) collected(n int) ([]int, func() []int) {
	defer func() { d.open++ }()
	var list []int
	for i := range n {
		list = append(list, i)
	}
	if n%2 == 0 {
		list = append(list, d.open)
	}
	return list, func() []int { return append([]int{len(list), d.open}, list...) }
}

// Stopped gets no function where a panic was stopped.
func Stopped(n int) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic ", r)
		}
	}()
	d := &desk{}
	return fmt.Sprint(d.stopped(n)(), d.open)
}

func (d *desk) stopped(n int) func() int {
	defer d.stop()
	if n > 2 {
		panic(n)
	}
	return func() int { return 2 * n }
}

func (d *desk) stop() {
	if recover() != nil {
		d.open++
	}
}
