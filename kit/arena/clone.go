package arena

import (
	"bytes"
	"reflect"
	"strings"
)

// Clone returns a copy of v on the heap, where it outlives every arena: for a
// pointer a copy of what it points to, for a slice a copy of its elements with
// no room to spare, for a string a copy of its bytes. Nil stays nil. The copy is
// shallow: pointers inside it still lead to where they led. For other kinds of
// types Clone panics.
//
// A copy is one allocation, or three if it is a slice of something else than
// bytes, for which slices.Clone does the same with one.
func Clone[T any](v T) T {
	switch p := any(&v).(type) {
	case *string:
		*p = strings.Clone(*p)
		return v
	case *[]byte:
		*p = bytes.Clone(*p)
		*p = (*p)[:len(*p):len(*p)]
		return v
	}
	return cloneAny(v)
}

// cloneAny knows the kind of T only by reflection.
func cloneAny[T any](v T) T {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.String:
		return reflect.ValueOf(strings.Clone(r.String())).Convert(r.Type()).Interface().(T)
	case reflect.Pointer:
		if r.IsNil() {
			return v
		}
		c := reflect.New(r.Type().Elem())
		c.Elem().Set(r.Elem())
		return c.Convert(r.Type()).Interface().(T)
	case reflect.Slice:
		if r.IsNil() {
			return v
		}
		c := reflect.MakeSlice(r.Type(), r.Len(), r.Len())
		reflect.Copy(c, r)
		return c.Interface().(T)
	}
	what := reflect.TypeFor[T]().String()
	panic("arena: Clone of " + what + "; it takes pointers, slices and strings")
}
