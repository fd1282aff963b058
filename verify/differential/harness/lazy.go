package harness

import "reflect"

// makeMaps gives the old code empty maps in the lazy fields of its arguments, where the new
// code gets nil: that is what they come to in the end.
func (s *session) makeMaps(args []reflect.Value) {
	if !s.reg.MakesMaps || len(s.reg.Lazy) == 0 {
		return
	}
	m := &mapMaker{pkg: s.pkg, seen: map[uintptr]bool{}}
	for _, a := range args {
		m.value(a)
	}
}

type mapMaker struct {
	pkg  string
	seen map[uintptr]bool // pointers and maps
}

func (m *mapMaker) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Ptr:
		if !v.IsNil() && !m.seen[v.Pointer()] {
			m.seen[v.Pointer()] = true
			m.value(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			m.value(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := 0; refers(v.Type().Elem()) && i < v.Len(); i++ {
			m.value(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() || m.seen[v.Pointer()] || !refers(v.Type().Elem()) {
			return
		}
		m.seen[v.Pointer()] = true
		for _, key := range v.MapKeys() {
			m.value(v.MapIndex(key))
		}
	case reflect.Struct:
		m.structure(v)
	}
}

func (m *mapMaker) structure(v reflect.Value) {
	t := v.Type()
	if t.Name() != "" && t.PkgPath() != m.pkg || !v.CanAddr() {
		return
	}
	for i, field := range layoutOf(t).fields {
		f := writable(v.Field(i))
		if field.lazy && f.IsNil() && f.Kind() == reflect.Map {
			f.Set(reflect.MakeMap(field.typ))
		}
		m.value(f)
	}
}

// empty returns a map or a slice with nothing in it.
func empty(t reflect.Type) reflect.Value {
	if t.Kind() == reflect.Map {
		return reflect.MakeMap(t)
	}
	return reflect.MakeSlice(t, 0, 0)
}
