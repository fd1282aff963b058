package typecache

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

var columnsKnown = map[string][]column{}

// Types of one name have the columns of the first.
func Row(n int) string {
	v := reflect.ValueOf(value(n))
	list, ok := columnsKnown[v.Type().Name()]
	if !ok {
		list = columnsOf(v.Type())
		columnsKnown[v.Type().Name()] = list
	}
	var b strings.Builder
	for _, c := range list {
		if !c.omit || !v.Field(c.at).IsZero() {
			fmt.Fprint(&b, c.name, "=", v.Field(c.at).Kind(), ";")
		}
	}
	return b.String()
}

var namesKnown = map[reflect.Type][]string{}

// The names that are kept are turned around each time.
func Reversed(n int) string {
	t := reflect.TypeOf(value(n))
	names, ok := namesKnown[t]
	if !ok {
		names = namesOf(t)
		namesKnown[t] = names
	}
	for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
		names[i], names[j] = names[j], names[i]
	}
	return strings.Join(names, " ")
}

var numberedKnown = map[reflect.Type]func() string{}

// The numbers go on.
func Twice(n int) string {
	t := reflect.TypeOf(n)
	if n%2 == 1 {
		t = reflect.TypeOf("")
	}
	next, ok := numberedKnown[t]
	if !ok {
		next = numbered(t)
		numberedKnown[t] = next
	}
	return next() + next()
}

var sizesKnown = map[reflect.Type]map[string]int{}

// What failed is remembered as what has no fields.
func Size(n int, name string) string {
	t := reflect.TypeOf(value(n))
	sizes, ok := sizesKnown[t]
	if !ok {
		var err error
		sizes, err = sizeOf(t)
		sizesKnown[t] = sizes
		if err != nil {
			return err.Error()
		}
	}
	size, ok := sizes[name]
	return fmt.Sprint(size, ok, len(sizes))
}

var parsers = map[reflect.Kind]parser{}

// A parser is made for each kind, of types that have no bits, too.
func Parse(n int, s string) string {
	t := reflect.TypeOf(value(n))
	if t == nil || t.Kind() < reflect.Int || t.Kind() > reflect.Complex128 {
		return "0 " + strconv.ErrSyntax.Error()
	}
	p, ok := parsers[t.Kind()]
	if !ok {
		p = parserOf(t)
		parsers[t.Kind()] = p
	}
	i, err := p(s)
	return fmt.Sprint(i, err)
}

var titlesKnown = map[reflect.Kind]string{}

// Types of one kind have one title.
func Titles(a, b int) string {
	title := func(v any) string {
		kind := reflect.ValueOf(v).Kind()
		if titlesKnown[kind] == "" {
			titlesKnown[kind] = title(v)
		}
		return titlesKnown[kind]
	}
	return title(value(a)) + title(value(b))
}
