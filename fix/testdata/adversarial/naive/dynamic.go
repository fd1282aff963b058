package dynamic

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Nil has a name.
func (t *Thing) Name() string {
	if t == nil {
		return "thing"
	}
	return string(strconv.AppendInt([]byte("thing "), int64(t.ID), 10)) + strings.Join(t.tags, "+")
}

// Nil becomes empty.
func (t *Thing) Parts(prefix string) []string {
	out := make([]string, 0, len(t.tags))
	for _, tag := range t.tags {
		out = append(out, prefix+tag)
	}
	return out
}

// Whoever it is not is left out.
func Named(list []Namer) string {
	var b []byte
	for _, n := range list {
		if t, ok := n.(*Thing); ok {
			b = append(append(append(b, t.Name()...), '('), strings.Join(t.Parts("-"), "")...)
			b = append(b, ')')
		}
	}
	return string(b)
}

// It is called before the thing changes.
func Bound(t *Thing) []string {
	parts := t.Parts("=")
	t.tags = append(t.tags, "late")
	return parts
}

// A field is gone.
func Looked(t Thing) string {
	var b []byte
	typ := reflect.TypeOf(struct{ ID int }{t.ID})
	for i := range typ.NumField() {
		f := typ.Field(i)
		b = append(append(append(append(b, f.Name...), ' '), f.Type.String()...), ';')
	}
	return string(strconv.AppendInt(b, int64(typ.NumField()), 10)) + reflect.TypeOf(Named).String()
}

// Nil is nothing.
func (t *Tree) String() string { return string(t.appendTo(nil)) }

func (t *Tree) appendTo(b []byte) []byte {
	if t == nil {
		return b
	}
	b = append(append(b, '('), t.Text...)
	for _, branch := range t.Branches {
		b = branch.appendTo(append(b, ' '))
	}
	return append(b, ')')
}

// Nil becomes empty.
func Leaves(t *Tree) []string { return appendLeaves([]string{}, t) }

func appendLeaves(out []string, t *Tree) []string {
	if t == nil {
		return out
	}
	if len(t.Branches) == 0 {
		return append(out, t.Text)
	}
	for _, b := range t.Branches {
		out = appendLeaves(out, b)
	}
	return out
}

// It ends one step early.
func Even(n int) string {
	var b []byte
	for n > 1 {
		b = append(b, '-', '+')
		n -= 2
	}
	return string(b) + "even"
}

// They all have the last index.
func Parallel(words []string) []string {
	out := make([]string, len(words))
	var last int
	for i, w := range words {
		last = i
		defer func() { out[i] = fmt.Sprintf("%d:%s", last, strings.ToUpper(w)) }()
	}
	return out
}

// They all have the last name.
func Handlers(names []string) map[string]func(string) string {
	m := make(map[string]func(string) string, len(names))
	var name string
	for _, name = range names {
		m[name] = func(s string) string { return name + "(" + s + ")" }
	}
	return m
}

// It does not stop.
func Each(list []string) func(yield func(string) bool) {
	var all []string
	for i, s := range list {
		all = append(all, s+"#"+strconv.Itoa(i))
	}
	return func(yield func(string) bool) {
		for i := range all {
			yield(all[len(all)-1-i])
		}
	}
}

// The cause is lost.
func Check(words []string) error {
	for i, w := range words {
		if strings.Contains(w, "!") {
			return fmt.Errorf("word %d: %v", i, Bad{w})
		}
	}
	return nil
}
