// Package boxonce has variables that become interfaces, and that something changes.
package boxonce

import (
	"errors"
	"fmt"
)

type failure struct {
	code int
	text string
	list []int
}

func (f failure) Error() string { return fmt.Sprint(f.code, f.text, f.list) }

var errFirst = failure{1, "first", nil}

// First returns an error that stays what it is.
func First(n int) (int, error) {
	if n%2 == 1 {
		return 0, errFirst
	}
	return n, nil
}

type counted struct{ n, of int }

func (c *counted) add() *counted {
	c.n++
	return c
}

func (c counted) Error() string { return fmt.Sprint(c.n, " of ", c.of) }

var errCounted = counted{0, 3}

// Counted returns an error that a method changes, after some were returned.
func Counted(n int) (errs []error) {
	errCounted.n = 0
	for range n & 7 {
		errs = append(errs, errCounted)
		errCounted.add()
	}
	return errs
}

var levels = [3]int{1, 2, 3}

// Levels shows an array of which an element is changed by way of a slice.
func Levels(n int) (list []any) {
	part := levels[1:]
	for i := range n & 3 {
		list = append(list, show(levels))
		part[0] = i * n
	}
	part[0] = 2
	return list
}

//go:noinline
func show(v any) any { return v }

var limits = failure{code: 5, list: []int{1, 2, 3}}

// Limits shows a struct whose list another name leads to.
func Limits(n int) (errs []string) {
	list := limits.list
	for i := range n & 3 {
		var err error = limits
		list[i] += n
		errs = append(errs, err.Error())
	}
	for i := range list {
		list[i] = i + 1
	}
	return errs
}

var fraction = 0.25

// Fractions compares interfaces.
func Fractions(n int) (same []bool) {
	for _, v := range []any{0.25, float32(0.25), n, float64(n&1) / 4} {
		same = append(same, show(fraction) == v)
	}
	return same
}

var names = []string{"a", "b"}

// Names shows a slice whose elements are changed, and which is cut.
func Names(n int) (shown []string) {
	defer func() { names = names[:2] }()
	for i := range n & 3 {
		shown = append(shown, fmt.Sprint(show(names)))
		names[i&1] += "c"
		if i == 1 {
			names = names[:1]
		}
	}
	names = names[:2]
	names[0], names[1] = "a", "b"
	return shown
}

type wrapped struct {
	failure
	err error
}

func (w wrapped) Unwrap() error { return w.err }

var errOuter = wrapped{failure{2, "outer", nil}, errFirst}

// Wrapped tells errors by their value.
func Wrapped(n int) (out string, err error) {
	if n&1 == 0 {
		err = errors.Join(errOuter.err, errors.ErrUnsupported)
	} else {
		err = fmt.Errorf("%d: %w", n, errOuter.err)
	}
	var f failure
	return fmt.Sprint(errors.As(err, &f), f.code, f.text), err
}

type grade int

func (g grade) String() string { return fmt.Sprint("grade ", int(g)) }

const worst = grade(-1)

func gradeOf(n int) grade {
	if n < 3 {
		return worst
	}
	return 1000
}

func gradeAt(list []int, n int) grade {
	defer func() { _ = recover() }()
	if list[n] > 0 {
		return worst
	}
	return 1000
}

// Grades shows two grades, of which one may be there by default.
func Grades(n int) string {
	var of, at fmt.Stringer = gradeOf(n), gradeAt([]int{0, 1, 2}, n)
	return fmt.Sprintf("%T %v %T %v", of, of, at, at)
}
