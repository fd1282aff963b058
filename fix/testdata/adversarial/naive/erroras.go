package erroras

import (
	"errors"
	"fmt"
)

// An error may wrap a failure.
func First(kind, n int) (int, bool) {
	if f, ok := Made(kind, n).(*Failure); ok && f != nil {
		return f.Code, true
	}
	return -1, false
}

// What is not found is what was found before.
func Last(kinds []int, n int) (sum int) {
	last := Code(0)
	for _, kind := range kinds {
		var c Code
		if errors.As(Made(kind, n), &c) {
			sum += int(c)
		}
		last = c
	}
	return sum*100 + int(last)
}

// A pointer that is nil is found.
func Missing(kind int) string {
	f := &Failure{Code: 7}
	if !errors.As(Made(kind, 1), &f) || f == nil {
		return "other"
	}
	return f.Error()
}

// What is wrapped is asked, too.
func Any(kind, n int) string {
	if next := errors.Unwrap(Made(kind, n)); next != nil {
		return next.Error()
	}
	return "none"
}

// It panics for what is no error, unless there is none.
func Refused(kind int) (n int, text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	if _, ok := Made(kind, 1).(interface{ Int() int }); ok {
		n++
	}
	return n, text
}

// A method fills it, and says no.
func Later(kind, n int) func() int {
	var found Code
	err := Made(kind, n)
	c, ok := err.(Code)
	if !ok && errors.As(err, &found) {
		c, ok = found, true
	}
	return func() int {
		if !ok {
			return int(c) - 1
		}
		c++
		return int(c)
	}
}

// The outermost that fits either is not the first code.
func Chosen(kind, n int) string {
	var c Code
	for err := Made(kind, n); err != nil; err = errors.Unwrap(err) {
		switch err := err.(type) {
		case Code:
			return err.Error()
		case *Failure:
			return err.Error()
		}
	}
	return fmt.Sprint(int(c), (*Failure)(nil))
}
