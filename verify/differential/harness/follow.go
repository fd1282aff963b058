package harness

import "reflect"

// maxYield bounds how far an iterator is followed, and how many elements are
// looked at for functions.
const maxYield = 200

// follow calls functions: a result that is an iterator or a function of
// something plain, and such functions in results.
func (w *canon) follow(v reflect.Value, depth int) {
	if depth > 3 {
		return
	}
	switch v.Kind() {
	case reflect.Func:
		if !v.IsNil() {
			w.called(v)
		}
	case reflect.Slice, reflect.Array:
		if !callable(v.Type().Elem()) {
			return
		}
		for i := 0; i < v.Len() && i < maxYield; i++ {
			w.follow(v.Index(i), depth+1)
		}
	case reflect.Map:
		if !callable(v.Type().Elem()) {
			return
		}
		for _, key := range sortedKeys(v) {
			w.follow(v.MapIndex(key), depth+1)
		}
	case reflect.Ptr:
		if !v.IsNil() && callable(v.Type().Elem()) {
			w.follow(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			if field := v.Type().Field(i); field.PkgPath == "" && callable(field.Type) {
				w.follow(v.Field(i), depth+1)
			}
		}
	}
}

// callable reports whether follow looks for functions in values of t.
func callable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Func:
		return true
	case reflect.Slice, reflect.Array, reflect.Map:
		return t.Elem().Kind() == reflect.Func
	case reflect.Ptr:
		return t.Elem().Kind() == reflect.Struct
	}
	return t.Kind() == reflect.Struct
}

// called calls a function and adds what it gives.
func (w *canon) called(v reflect.Value) {
	t := v.Type()
	defer func() {
		if r := recover(); r != nil {
			w.add(" panics when called: " + panicText(r))
		}
	}()
	if args, ok := plainArguments(t); ok && t.NumOut() > 0 {
		for _, r := range v.Call(args) {
			w.add(" gives ")
			w.dynamic(r, 0)
		}
		return
	}
	if t.NumOut() != 0 || t.NumIn() != 1 || !isYield(t.In(0)) {
		return
	}
	count, got := 0, calls{}
	v.Call([]reflect.Value{reflect.MakeFunc(t.In(0), func(args []reflect.Value) []reflect.Value {
		for _, a := range args {
			w.add(" yields ")
			w.dynamic(a, 0)
		}
		got.gaveValues("yield", args)
		count++
		return []reflect.Value{reflect.ValueOf(count < maxYield)}
	})})
	if got.changed() != "" {
		w.add(" which changes later")
	}
}

// plainArguments returns arguments for a function that takes texts, numbers and
// the like, or nothing.
func plainArguments(t reflect.Type) (args []reflect.Value, ok bool) {
	for i := 0; i < t.NumIn(); i++ {
		v := reflect.New(t.In(i)).Elem()
		switch v.Kind() {
		case reflect.String:
			v.SetString("a text")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			v.SetInt(3)
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			v.SetUint(3)
		case reflect.Float32, reflect.Float64:
			v.SetFloat(2.5)
		default:
			return nil, false
		}
		args = append(args, v)
	}
	return args, !t.IsVariadic()
}

func isYield(t reflect.Type) bool {
	return t.Kind() == reflect.Func && t.NumOut() == 1 && t.Out(0) == reflect.TypeOf(true)
}
