package harness

import "reflect"

// mostCalls bounds how often a function, or a method of a mock, calls what it is given.
const mostCalls = 4

// callsBack calls the functions among the arguments of a function, as iterators do and methods that
// go over something: each a few times, with values that follow from the source, until it says that
// this is enough. That is recorded, too.
func (s *source) callsBack(name string, args []reflect.Value, seed uint64) {
	for _, f := range args {
		if !s.canCall(f) {
			continue
		}
		from := s.answering(seed)
		for n := from.rng.intn(mostCalls + 1); n > 0; n-- {
			in := make([]reflect.Value, f.Type().NumIn())
			for i := range in {
				in[i] = from.value(f.Type().In(i))
			}
			if out := f.Call(in); len(out) > 0 && enough(out[0]) {
				s.log.add(name + " is told to stop")
				break
			}
		}
	}
}

// canCall reports whether f is a function that takes something, or asks whether to go on, and
// whether there are values for it.
func (s *source) canCall(f reflect.Value) bool {
	if f.Kind() != reflect.Func || f.IsNil() {
		return false
	}
	t := f.Type()
	if t.IsVariadic() || t.NumOut() > 1 || t.NumIn()+t.NumOut() == 0 ||
		t.NumOut() == 1 && t.Out(0).Kind() != reflect.Bool && t.Out(0) != errorType {
		return false
	}
	for i := 0; i < t.NumIn(); i++ {
		if s.can.reason(t.In(i)) != "" {
			return false
		}
	}
	return true
}

// enough reports whether a result ends an iteration: false, or an error.
func enough(result reflect.Value) bool {
	if result.Kind() == reflect.Bool {
		return !result.Bool()
	}
	return !result.IsNil()
}
