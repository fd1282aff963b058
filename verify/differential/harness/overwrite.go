package harness

import "reflect"

// grown notes the memory of a field that only the new code has. That results lie there is no
// difference by itself: overwrite shows whether the code looks at it again.
func (f *finder) grown(v reflect.Value, at *place, depth int) {
	g := finder{steps: f.steps, all: f.all}
	g.find(writable(v), at, depth+1)
	f.own, f.steps = append(f.own, g.regions...), g.steps
}

// overwrite changes what results hold in memory that arguments reach only through fields that the
// old code has not, as callers may who get something of their own, and returns what undoes that.
// There is nothing of that kind in the old code.
func overwrite(results, args []reflect.Value) (undo func()) {
	f := finder{all: true}
	for i, v := range args {
		if refers(v.Type()) {
			f.find(v, &place{name: "argument", index: i}, 0)
		}
	}
	o := overwriting{own: f.own, others: f.regions, seen: map[uintptr]bool{}}
	if len(f.own) > 0 && f.steps <= f.mostSteps() { // or something else may lead there
		for _, v := range results {
			o.value(v, 0)
		}
	}
	return func() {
		for _, undo := range o.undo {
			undo()
		}
	}
}

type overwriting struct {
	own, others []region
	seen        map[uintptr]bool
	steps       int
	undo        []func()
}

func (o *overwriting) value(v reflect.Value, depth int) {
	o.steps++
	if depth > 8 || o.steps > 3000 || !v.IsValid() {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		o.value(v.Elem(), depth)
	case reflect.Ptr:
		if !v.IsNil() && !sealed(v.Type().Elem()) && !o.seen[v.Pointer()] {
			o.seen[v.Pointer()] = true
			o.value(v.Elem(), depth+1)
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && i < 40; i++ {
			o.value(v.Index(i), depth+1)
		}
	case reflect.Struct:
		if t := v.Type(); v.CanAddr() && !sealed(t) && t != timeType && !layoutOf(t).mocked {
			for i := range layoutOf(t).fields {
				o.value(writable(v.Field(i)), depth+1)
			}
		}
	default:
		if v.CanSet() && o.owned(v.UnsafeAddr()) {
			was := reflect.New(v.Type()).Elem()
			was.Set(v)
			o.undo = append(o.undo, func() { v.Set(was) })
			another(v)
		}
	}
}

// owned reports whether an address is in memory of the new fields alone.
func (o *overwriting) owned(at uintptr) bool { return contain(o.own, at) && !contain(o.others, at) }

func contain(list []region, at uintptr) bool {
	for _, r := range list {
		if r.start <= at && at < r.end {
			return true
		}
	}
	return false
}

// another gives a variable of a basic type another value.
func another(v reflect.Value) {
	switch {
	case signed(v.Kind()):
		v.SetInt(^v.Int())
	case unsigned(v.Kind()):
		v.SetUint(^v.Uint())
	case v.Kind() == reflect.Float32 || v.Kind() == reflect.Float64:
		v.SetFloat(v.Float() + 1)
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.Kind() == reflect.String:
		v.SetString("another " + v.String())
	}
}

func signed(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Int64 }

func unsigned(k reflect.Kind) bool { return reflect.Uint <= k && k <= reflect.Uintptr }
