package harness

import (
	"reflect"
	"sync"
)

// Field is a field of the struct to which Of is a nil pointer.
type Field struct {
	Of   interface{}
	Name string
}

// fieldSet is a set of fields. It is the same for all that a process does, as layouts are.
type fieldSet struct{ fields sync.Map }

// lazy holds the fields of Registry.Lazy, grown those of Registry.Grown, and texts those of
// Registry.Texts.
var lazy, grown, texts fieldSet

type fieldOf struct {
	owner reflect.Type
	name  string
}

func (s *fieldSet) note(list []Field) {
	for _, f := range list {
		s.fields.Store(fieldOf{reflect.TypeOf(f.Of).Elem(), f.Name}, true)
	}
}

func (s *fieldSet) has(t reflect.Type, name string) bool {
	_, ok := s.fields.Load(fieldOf{t, name})
	return ok
}
