package harness

import (
	"reflect"
)

// Mock is in the types that stand for what callers implement. The methods of
// these types ask it for their results.
type Mock struct{ *mock }

type mock struct {
	name string
	seed uint64
	from *source
}

// mocked is what all types with a Mock in them are.
type mocked interface{ mockName() string }

var mockedType = reflect.TypeOf((*mocked)(nil)).Elem()

func (m Mock) mockName() string {
	if m.mock == nil {
		return "no mock"
	}
	return m.name
}

func (s *source) mock() Mock {
	return Mock{&mock{s.mark("mock"), s.rng.next(), s}}
}

// Answer notes a call and fills the results, pointers to which it is given, with
// what follows from the arguments, and from how often they were the same. It calls arguments that
// are functions.
func (m Mock) Answer(method string, args, results []interface{}) {
	w := &canon{hidden: map[string]bool{}}
	for _, a := range args {
		w.add(" ")
		w.dynamic(reflect.ValueOf(&a).Elem(), 0)
	}
	m.from.log.add(m.name + "." + method + "(" + cut(string(w.buf), 300) + ")")
	var given []reflect.Value
	for _, a := range args {
		given = append(given, reflect.ValueOf(a))
	}
	m.from.log.gaveValues(m.name, given)
	seed := m.from.log.seed(m.seed ^ hashText(method+string(w.buf)))
	m.from.callsBack(m.name+"."+method, given, seed)
	from := m.from.answering(seed)
	for _, r := range results {
		v := reflect.ValueOf(r).Elem()
		if from.can.reason(v.Type()) == "" && !from.rightly(v.Type()) {
			v.Set(from.value(v.Type()))
		}
	}
}

// answering returns a source for the results of a call.
func (s *source) answering(seed uint64) *source {
	return &source{reg: s.reg, can: s.can, rng: newRandom(seed), nodes: 40, budget: 40, simple: 2,
		log: s.log, tame: s.tame, sound: s.sound, apart: s.apart}
}

// rightly reports, now and then, that a result is an error and shall be nil:
// more often than not things go right.
func (s *source) rightly(t reflect.Type) bool { return t == errorType && s.rng.chance(70) }

var errorType = reflect.TypeOf((*error)(nil)).Elem()

// mocks returns the ways to stand for an interface by a type made for it.
func (b *builder) mocks(reg *Registry, t reflect.Type) []func(*source) reflect.Value {
	var ways []func(*source) reflect.Value
	for _, maker := range reg.Mocks {
		maker := maker
		if reflect.TypeOf(maker(Mock{})).Implements(t) && t.NumMethod() > 0 {
			ways = append(ways, func(s *source) reflect.Value {
				return reflect.ValueOf(maker(s.mock()))
			})
		}
	}
	return ways
}
