// Package dynamic has functions that others call without knowing them, and
// types that others look at.
package dynamic

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Namer is what others know of a Thing.
type Namer interface {
	Name() string
	Parts(prefix string) []string
}

// Thing has a method that is called through an interface.
type Thing struct {
	ID   int
	tags []string
}

// Name is called through Namer.
func (t *Thing) Name() string { return "thing " + strconv.Itoa(t.ID) + strings.Join(t.tags, "+") }

// Parts is called through Namer, and as a value.
func (t *Thing) Parts(prefix string) []string {
	var out []string
	for _, tag := range t.tags {
		out = append(out, prefix+tag)
	}
	return out
}

// Other is the other Namer.
type Other string

// Name is its text.
func (o Other) Name() string { return string(o) }

// Parts has none.
func (o Other) Parts(string) []string { return nil }

// Named asks whoever it is.
func Named(list []Namer) string {
	s := ""
	for _, n := range list {
		s += n.Name() + "(" + strings.Join(n.Parts("-"), "") + ")"
	}
	return s
}

// Bound calls a method as a value, bound before the thing changes.
func Bound(t *Thing) []string {
	parts := t.Parts
	t.tags = append(t.tags, "late")
	return parts("=")
}

// Looked shows what somebody sees who looks at the type.
func Looked(t Thing) string {
	s := ""
	typ := reflect.TypeOf(t)
	for i := range typ.NumField() {
		s += typ.Field(i).Name + " " + typ.Field(i).Type.String() + ";"
	}
	return s + strconv.Itoa(typ.NumField()) + reflect.TypeOf(Named).String()
}

// Tree has branches.
type Tree struct {
	Text     string
	Branches []*Tree
}

// String calls itself.
func (t *Tree) String() string {
	if t == nil {
		return "()"
	}
	s := "(" + t.Text
	for _, b := range t.Branches {
		s += " " + b.String()
	}
	return s + ")"
}

// Leaves calls itself, and has none for nil.
func Leaves(t *Tree) []string {
	if t == nil {
		return nil
	}
	if len(t.Branches) == 0 {
		return []string{t.Text}
	}
	var out []string
	for _, b := range t.Branches {
		out = append(out, Leaves(b)...)
	}
	return out
}

// Even and odd call each other.
func Even(n int) string {
	if n <= 0 {
		return "even"
	}
	return "-" + odd(n-1)
}

func odd(n int) string {
	if n <= 0 {
		return "odd"
	}
	return "+" + Even(n-1)
}

// Parallel works on the parts at once.
func Parallel(words []string) []string {
	out := make([]string, len(words))
	var wait sync.WaitGroup
	for i, w := range words {
		wait.Go(func() { out[i] = fmt.Sprintf("%d:%s", i, strings.ToUpper(w)) })
	}
	wait.Wait()
	return out
}

// Handlers keeps functions by name.
func Handlers(names []string) map[string]func(string) string {
	m := map[string]func(string) string{}
	for _, name := range names {
		m[name] = func(s string) string { return name + "(" + s + ")" }
	}
	return m
}

// Each stops when it is told to.
func Each(list []string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i, s := range list {
			if !yield(s + "#" + strconv.Itoa(i)) {
				return
			}
		}
	}
}

// ErrBad is compared with errors.Is, and Bad found with errors.As.
var ErrBad = errors.New("bad")

// Bad says what is.
type Bad struct{ What string }

// Error is asked of the value.
func (b Bad) Error() string { return "bad " + b.What }

// Is reports whether target is ErrBad.
func (b Bad) Is(target error) bool { return target == ErrBad }

// Check fails in a way that can be told.
func Check(words []string) error {
	for i, w := range words {
		if strings.Contains(w, "!") {
			return fmt.Errorf("word %d: %w", i, Bad{w})
		}
	}
	return nil
}
