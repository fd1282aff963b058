package harness

import (
	"reflect"
	"strings"
)

// A reflect.Value is made of what it holds, written down, followed and recorded as that; a
// reflect.Type by its name.

var (
	valueType = reflect.TypeOf(reflect.Value{})
	typeType  = reflect.TypeOf((*reflect.Type)(nil)).Elem()
	rtypeType = reflect.TypeOf(typeType) // what a reflect.Type holds: read-only memory
)

// heldTypes are what a reflect.Value may hold besides plainTypes and the package's own.
var heldTypes = []interface{}{map[string]int(nil), map[int]string(nil), map[int]int(nil),
	[3]int{}, [2]byte{}, [2]string{}, []float64(nil), [][]byte(nil), new(int), new(string)}

// typ chooses a type: one of the package's own, or a plain one.
func (s *source) typ() reflect.Type {
	switch n := s.rng.intn(10); {
	case n < 3 && len(s.can.types) > 0:
		return s.can.types[s.rng.intn(len(s.can.types))]
	case n < 7:
		return reflect.TypeOf(plainTypes[s.rng.intn(len(plainTypes))])
	}
	return reflect.TypeOf(heldTypes[s.rng.intn(len(heldTypes))])
}

// reflected makes a reflect.Value, of which the half can be set.
func (s *source) reflected() reflect.Value {
	t := s.typ()
	if s.can.reason(t) != "" {
		t = durationType
	}
	v := s.value(t)
	if s.rng.chance(50) {
		return reflect.ValueOf(v.Interface())
	}
	return v
}

// holds returns what a reflect.Value holds, if that may be looked at.
func holds(v reflect.Value) (held reflect.Value, ok bool) {
	if v.Type() != valueType || !v.CanInterface() {
		return held, false
	}
	held = v.Interface().(reflect.Value)
	return held, held.IsValid() && held.CanInterface()
}

// reflected adds a reflect.Value.
func (w *canon) reflected(v reflect.Value) {
	w.add("reflect.Value(")
	if v.IsValid() {
		w.add(v.Type().String())
	}
	if v.IsValid() && v.CanInterface() {
		w.add(" ")
		w.value(v, 1)
	}
	w.add(")")
}

// typeName writes a type as two binaries do alike.
func typeName(t reflect.Type) string {
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}

// typeNamed returns the type that typeName writes as name, or nil where none is known.
func (b *builder) typeNamed(name string) reflect.Type {
	for _, list := range [][]interface{}{plainTypes, heldTypes} {
		for _, x := range list {
			if t := reflect.TypeOf(x); typeName(t) == name {
				return t
			}
		}
	}
	for _, t := range b.types {
		if typeName(t) == name {
			return t
		}
	}
	for prefix, of := range map[string]func(reflect.Type) reflect.Type{
		"*": reflect.PointerTo, "[]": reflect.SliceOf} {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if t := b.typeNamed(strings.TrimPrefix(name, prefix)); t != nil {
			return of(t)
		}
	}
	return nil
}
