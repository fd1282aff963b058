// Package typecache has functions that make something of a type.
package typecache

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

type flat struct {
	Name  string `col:"name"`
	Count int    `col:"n,omit"`
	Skip  bool   `col:"-"`
}

type deep struct {
	Flat flat
	List []flat
	Next *deep
}

// value returns values of some types, two of which have one name, and one is none.
func value(n int) any {
	type flat struct{ Other int8 }
	switch n % 8 {
	case 0:
		return nil
	case 1:
		return deep{Next: &deep{}}
	case 2:
		return flat{Other: int8(n)}
	case 3:
		return outer(n)
	case 4:
		return n
	case 5:
		return int8(n)
	case 6:
		return []string{strconv.Itoa(n)}
	}
	return &deep{}
}

func outer(n int) any { return flat{Name: strconv.Itoa(n), Count: n} }

type column struct {
	name string
	at   int
	omit bool
}

func columnsOf(t reflect.Type) []column {
	var list []column
	for i := 0; i < t.NumField(); i++ {
		tag := t.Field(i).Tag.Get("col")
		if tag == "-" {
			continue
		}
		name, rest, _ := strings.Cut(tag, ",")
		if name == "" {
			name = strings.ToLower(t.Field(i).Name)
		}
		list = append(list, column{name, i, rest == "omit"})
	}
	return list
}

// Row writes the fields of a struct; others panic.
func Row(n int) string {
	v := reflect.ValueOf(value(n))
	var b strings.Builder
	for _, c := range columnsOf(v.Type()) {
		if !c.omit || !v.Field(c.at).IsZero() {
			fmt.Fprint(&b, c.name, "=", v.Field(c.at).Kind(), ";")
		}
	}
	return b.String()
}

func namesOf(t reflect.Type) []string {
	if t == nil {
		return []string{"nil"}
	}
	names := []string{t.Kind().String()}
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
		names = append(names, t.Kind().String())
	}
	return names
}

// Reversed turns around what it gets.
func Reversed(n int) string {
	names := namesOf(reflect.TypeOf(value(n)))
	for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
		names[i], names[j] = names[j], names[i]
	}
	return strings.Join(names, " ")
}

func numbered(t reflect.Type) func() string {
	n := 0
	return func() string {
		n++
		return t.Kind().String() + strconv.Itoa(n)
	}
}

// Twice asks for the next number twice.
func Twice(n int) string {
	next := numbered(reflect.TypeOf(n))
	if n%2 == 1 {
		next = numbered(reflect.TypeOf(""))
	}
	return next() + next()
}

func sizeOf(t reflect.Type) (map[string]int, error) {
	if t == nil || t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%v has no fields", t)
	}
	sizes := map[string]int{}
	for i := range t.NumField() {
		sizes[t.Field(i).Name] = t.Field(i).Type.NumMethod() + i
	}
	return sizes, nil
}

// Size looks a field up, or tells why it cannot.
func Size(n int, name string) string {
	sizes, err := sizeOf(reflect.TypeOf(value(n)))
	if err != nil {
		return err.Error()
	}
	size, ok := sizes[name]
	return fmt.Sprint(size, ok, len(sizes))
}

type parser func(s string) (int64, error)

func parserOf(t reflect.Type) parser {
	bits := t.Bits()
	return func(s string) (int64, error) { return strconv.ParseInt(s, 10, bits) }
}

// Parse reads a number of the type that a value has; where that is none, it panics.
func Parse(n int, s string) string {
	i, err := parserOf(reflect.TypeOf(value(n)))(s)
	return fmt.Sprint(i, err)
}

func title(v any) string { return "<" + reflect.TypeOf(v).String() + ">" }

// Titles has the types of two values.
func Titles(a, b int) string { return title(value(a)) + title(value(b)) }
