package arena

import (
	"reflect"
	"strings"
	"unsafe"
)

// Clone returns a copy of v on the heap, where it outlives every arena: for a
// pointer a copy of what it points to, for a slice a copy of its elements with
// no room to spare, for a string a copy of its bytes. Nil stays nil. The copy is
// shallow: pointers inside it still lead to where they led. For other kinds of
// types Clone panics.
func Clone[T any](v T) T {
	switch p := any(&v).(type) {
	case *string:
		*p = strings.Clone(*p)
		return v
	case *[]byte:
		*p = append([]byte(nil), *p...)[:len(*p):len(*p)]
		return v
	}
	return cloneAny(v)
}

// cloneAny knows the kind of T only by reflection.
func cloneAny[T any](v T) T {
	r := reflect.ValueOf(&v).Elem()
	switch r.Kind() {
	case reflect.String:
		r.SetString(strings.Clone(r.String()))
	case reflect.Pointer:
		if !r.IsNil() {
			c := reflect.New(r.Type().Elem())
			c.Elem().Set(r.Elem())
			*(*unsafe.Pointer)(unsafe.Pointer(&v)) = c.UnsafePointer()
		}
	case reflect.Slice:
		if !r.IsNil() {
			n := r.Len()
			c := reflect.MakeSlice(r.Type(), n, n)
			reflect.Copy(c, r)
			r.Set(c)
		}
	default:
		panic("arena: Clone of " + r.Type().String() + "; it takes pointers, slices and strings")
	}
	return v
}
