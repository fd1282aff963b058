package harness

import "reflect"

// A reflect.Value is made of what it holds, written down, followed and recorded as that.

var valueType = reflect.TypeOf(reflect.Value{})

// heldTypes are what a reflect.Value may hold besides plainTypes and the package's own.
var heldTypes = []interface{}{map[string]int(nil), map[int]string(nil), map[int]int(nil),
	[3]int{}, [2]byte{}, [2]string{}, []float64(nil), [][]byte(nil), new(int), new(string)}

// reflected makes a reflect.Value, of which the half can be set.
func (s *source) reflected() reflect.Value {
	var t reflect.Type
	switch n := s.rng.intn(10); {
	case n < 3 && len(s.can.types) > 0:
		t = s.can.types[s.rng.intn(len(s.can.types))]
	case n < 7:
		t = reflect.TypeOf(plainTypes[s.rng.intn(len(plainTypes))])
	default:
		t = reflect.TypeOf(heldTypes[s.rng.intn(len(heldTypes))])
	}
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
