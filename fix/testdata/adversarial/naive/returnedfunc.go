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

// Each name has a count of its own.
func Shared(n int) (out []int) {
	next := (&desk{}).turned(n)
	again := next
	for range 2 {
		out = append(out, next.call(), again.call())
	}
	return out
}

type turnedFunc struct {
	d  *desk
	at int
}

func (d *desk) turned(n int) turnedFunc {
	defer func() { d.open++ }()
	return turnedFunc{d, n}
}

func (f *turnedFunc) call() int {
	f.at++
	return f.at * f.d.open
}

// What is deferred goes on where its own iteration was.
func Loops(n int) (out []int) {
	for next := (&desk{}).turned(n); len(out) < 3; {
		defer func() { out = append(out, next.call()) }()
		out = append(out, next.call())
	}
	return out
}

// Where the function is in its text is kept until it has been called.
func Words(text string) (out []string) {
	next := wording(text, len(text)%3)
	var more func(int) string
	more = func(depth int) string {
		if depth > 2 {
			return "."
		}
		w, _ := next.call(func() string { return more(depth + 1) })
		return w
	}
	for range 3 {
		w, ok := next.call(func() string { return more(1) })
		out = append(out, fmt.Sprint(w, ok))
	}
	return out
}

type wordsFunc struct {
	text string
	at   int
}

func wording(text string, skip int) wordsFunc {
	at := min(skip, len(text))
	for at < len(text) && text[at] == ' ' {
		at++
	}
	return wordsFunc{text, at}
}

func (f *wordsFunc) call(then func() string) (string, bool) {
	at := f.at
	for at < len(f.text) && f.text[at] != ' ' {
		at++
	}
	word := f.text[f.at:at]
	if f.at = at; at == len(f.text) {
		return word, false
	}
	at++
	word += "+" + then()
	f.at = at
	return fmt.Sprint(word, at), true
}

// The list is the one that was returned.
func Gathered(n int) []int {
	list, done := (&desk{open: n}).gathering(n)
	return append(done.call(), list...)
}

type gatheredFunc struct{ list []int }

func (d *desk) gathering(n int) ([]int, gatheredFunc) {
	var list []int
	for i := range n {
		list = append(list, i)
	}
	defer func() { list = append(list, d.open) }()
	return list, gatheredFunc{list}
}

func (f gatheredFunc) call() []int { return append([]int{len(f.list)}, f.list...) }

// The struct is taken when there are no elements yet.
func Collected(n int) []int {
	list, done := (&desk{open: n}).collecting(n)
	for i := range list {
		list[i] *= 3
	}
	list = append(list, -1)
	return append(done.call(), list...)
}

type collectedFunc struct {
	d    *desk
	list []int
}

func (d *desk) collecting(n int) ([]int, collectedFunc) {
	defer func() { d.open++ }()
	var list []int
	done := collectedFunc{d, list}
	for i := range n {
		list = append(list, i)
	}
	if n%2 == 0 {
		list = append(list, d.open)
	}
	return list, done
}

func (f collectedFunc) call() []int {
	return append([]int{len(f.list), f.d.open}, f.list...)
}

// There is a struct where there was no function.
func Stopped(n int) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic ", r)
		}
	}()
	d := &desk{}
	return fmt.Sprint(d.stopping(n).call(), d.open)
}

type stoppedFunc struct{ n int }

func (d *desk) stopping(n int) stoppedFunc {
	defer d.stop()
	if n > 2 {
		panic(n)
	}
	return stoppedFunc{n}
}

func (f stoppedFunc) call() int { return 2 * f.n }
