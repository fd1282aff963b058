package harness

import "reflect"

// recorded makes the arguments of a call that was recorded. With mutate some of
// their parts are changed.
func (s *source) recorded(c Call, params []reflect.Type, mutate bool) []reflect.Value {
	var args []reflect.Value
	s.pointers, s.changed = nil, nil
	for i, t := range params {
		if i >= len(c.Args) || mutate && s.rng.chance(10) && !s.whole(t) {
			args = append(args, s.value(t))
			continue
		}
		v := s.decode(t, c.Args[i])
		if mutate {
			s.change(v, 0)
		}
		args = append(args, v)
	}
	return args
}

// change changes some parts of a value, and mostly few. What the harness stands in with, as
// its readers, works only as it was made, and so may what functions of the package make.
func (s *source) change(v reflect.Value, depth int) {
	if depth > 8 || v.Type() == rtypeType || standsIn(v.Type()) ||
		s.whole(v.Type()) {
		return
	}
	if s.rng.chance(4) && s.can.reason(v.Type()) == "" {
		v.Set(s.value(v.Type()))
		return
	}
	if s.changeStream(v) {
		return
	}
	switch v.Kind() {
	case reflect.String:
		if s.rng.chance(35) {
			v.SetString(s.mutate(v.String()))
		}
	case reflect.Slice:
		s.changeSlice(v, depth)
	case reflect.Array:
		s.changeElements(v, depth)
	case reflect.Map:
		s.changeMap(v)
	case reflect.Ptr:
		if !v.IsNil() && v.Elem().CanSet() {
			if _, ok := library[v.Type()]; !ok && s.first(v) {
				s.change(v.Elem(), depth+1)
			}
		}
	case reflect.Interface:
		s.changeDynamic(v, depth)
	case reflect.Struct:
		s.changeFields(v, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
	default:
		if s.rng.chance(25) {
			s.fill(v)
		}
	}
}

// first reports whether what a pointer leads to has not been changed yet: it may lead back there.
func (s *source) first(v reflect.Value) bool {
	if s.changed == nil {
		s.changed = map[pointer]bool{}
	}
	p := pointer{v.Pointer(), v.Type()}
	if s.changed[p] {
		return false
	}
	s.changed[p] = true
	return true
}

// whole reports whether a recorded value of a type stays as it is, because values are to be
// sound: functions of the package make such values, or only code of the package could.
func (s *source) whole(t reflect.Type) bool {
	if !s.sound {
		return false
	}
	if len(s.can.makers[t]) > 0 {
		return true
	}
	if t.Kind() == reflect.Ptr {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for _, field := range layoutOf(t).fields {
		if !field.exported {
			return true
		}
	}
	return false
}

// standsIn reports whether a value of a type, or of a pointer to it, was made by the harness to
// stand in for another.
func standsIn(t reflect.Type) bool {
	if t.Kind() == reflect.Ptr {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeOf(reader{}), reflect.TypeOf(writer{}), reflect.TypeOf(textWriter{}),
		reflect.TypeOf(Mock{}):
		return true
	}
	return false
}

func (s *source) changeFields(v reflect.Value, depth int) {
	own := s.can.own(v.Type())
	if v.Type() == timeType || v.Type() == valueType {
		return
	}
	for i, field := range layoutOf(v.Type()).fields {
		if field.name == "_" || field.grown || !own && !field.exported {
			continue
		}
		part := writable(v.Field(i))
		if field.text {
			text := reflect.New(stringType).Elem()
			text.SetString(string(part.Bytes()))
			s.change(text, depth+1)
			part.SetBytes([]byte(text.String()))
			continue
		}
		s.change(part, depth+1)
	}
}

func (s *source) changeSlice(v reflect.Value, depth int) {
	if v.Type().Elem() == byteType && !v.IsNil() {
		if s.rng.chance(35) {
			v.SetBytes([]byte(s.mutate(string(v.Bytes()))))
		}
		return
	}
	if v.Len() == 0 {
		return
	}
	i := s.rng.intn(v.Len())
	switch s.rng.intn(16) {
	case 0:
		v.Set(v.Slice(0, i))
	case 1:
		v.Set(v.Slice(i, v.Len()))
	case 2:
		v.Set(reflect.Append(v, v.Index(i)))
	case 3:
		v.Set(reflect.Append(v, s.value(v.Type().Elem())))
	case 4:
		v.Index(i).Set(v.Index(s.rng.intn(v.Len())))
	}
	s.changeElements(v, depth)
}

func (s *source) changeElements(v reflect.Value, depth int) {
	for i := 0; i < v.Len(); i++ {
		if s.rng.intn(v.Len()) < 2 {
			s.change(v.Index(i), depth+1)
		}
	}
}

func (s *source) changeMap(v reflect.Value) {
	if v.IsNil() || !s.rng.chance(40) {
		return
	}
	if key := s.value(v.Type().Key()); hashable(key) {
		v.SetMapIndex(key, s.value(v.Type().Elem()))
	}
}

// changeDynamic changes what an interface holds, or puts something else in it.
func (s *source) changeDynamic(v reflect.Value, depth int) {
	if v.IsNil() || s.rng.chance(20) {
		if s.can.reason(v.Type()) == "" {
			s.implementation(v)
		}
		return
	}
	held := reflect.New(v.Elem().Type()).Elem()
	held.Set(v.Elem())
	s.change(held, depth+1)
	v.Set(held)
}
