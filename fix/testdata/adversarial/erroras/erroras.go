// Package erroras asks errors what they are.
package erroras

import (
	"errors"
	"fmt"
	"io"
)

// Failure is an error by its pointer.
type Failure struct {
	Code int
	In   error
}

func (f *Failure) Error() string {
	if f == nil {
		return "none"
	}
	return fmt.Sprint("failure ", f.Code)
}

func (f *Failure) Unwrap() error {
	if f == nil {
		return nil
	}
	return f.In
}

// Code is an error by its value.
type Code int

func (c Code) Error() string { return fmt.Sprint("code ", int(c)) }

// Shy fills what it says that it is not.
type Shy struct{ Code }

func (s Shy) As(target any) bool {
	if c, ok := target.(*Code); ok {
		*c += s.Code
	}
	return false
}

// Guise says that it is a failure.
type Guise struct{ Code }

func (g Guise) Is(target error) bool { return target == io.EOF }

func (g Guise) As(target any) bool {
	f, ok := target.(**Failure)
	if ok {
		*f = &Failure{Code: int(g.Code)}
	}
	return ok
}

// Made makes one of the errors that the others look at.
func Made(kind, n int) error {
	switch kind {
	case 0:
		return nil
	case 1:
		return &Failure{Code: n}
	case 2:
		return (*Failure)(nil)
	case 3:
		return Code(n)
	case 4:
		return Shy{Code(n)}
	case 5:
		return Guise{Code(n)}
	case 6:
		return fmt.Errorf("in: %w", Code(n))
	case 7:
		return errors.Join(io.EOF, Shy{Code(n)}, &Failure{Code: n, In: Code(n + 1)})
	case 8:
		return &Failure{Code: n, In: Guise{Code(n + 1)}}
	}
	return io.EOF
}

// First is that of the outermost failure.
func First(kind, n int) (int, bool) {
	var f *Failure
	if errors.As(Made(kind, n), &f) && f != nil {
		return f.Code, true
	}
	return -1, f != nil
}

// Last has what was found before, too.
func Last(kinds []int, n int) (sum int) {
	var c Code
	for _, kind := range kinds {
		if errors.As(Made(kind, n), &c) {
			sum += int(c)
		}
	}
	return sum*100 + int(c)
}

// Missing is none of a failure, which is one of its type.
func Missing(kind int) string {
	f := &Failure{Code: 7}
	if !errors.As(Made(kind, 1), &f) {
		return "other"
	}
	return f.Error()
}

// Any is asked for an interface.
func Any(kind, n int) string {
	var wrapped interface{ Unwrap() error }
	if errors.As(Made(kind, n), &wrapped) {
		if next := wrapped.Unwrap(); next != nil {
			return next.Error()
		}
		return "nothing"
	}
	return "none"
}

// Refused is asked for what is no error.
func Refused(kind int) (n int, text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	var target any = &n
	if errors.As(Made(kind, 1), target) {
		n++
	}
	return n, text
}

// Later is looked at when the function has returned.
func Later(kind, n int) func() int {
	var c Code
	found := errors.As(Made(kind, n), &c)
	return func() int {
		if !found {
			return int(c) - 1
		}
		c++
		return int(c)
	}
}

// Chosen takes the first that fits.
func Chosen(kind, n int) string {
	err := Made(kind, n)
	var c Code
	var f *Failure
	switch {
	case errors.As(err, &c):
		return c.Error()
	case errors.As(err, &f):
		return f.Error()
	}
	return fmt.Sprint(int(c), f)
}
