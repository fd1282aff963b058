package harness

import (
	"reflect"
	"testing"
)

// kind is what TestKinds has constants of.
type kind int8

// TestKinds makes nothing but the constants of a type where values are to be sound.
func TestKinds(t *testing.T) {
	name := reflect.TypeFor[kind]().PkgPath() + ".kind"
	reg := &Registry{Constants: map[string][]interface{}{name: {int64(4), int64(8)}},
		Targets: []Target{{Name: "F", Func: func(kind) {}}}}
	s, reason := newSession(reg, "F", &guard{})
	if reason != "" {
		t.Fatal(reason)
	}
	can := newBuilder(reg)
	for _, sound := range []bool{false, true} {
		s.sound = sound
		others := 0
		for i := range 500 {
			if k := s.prepare(can, i+2).args[0].Int(); k != 4 && k != 8 {
				others++
			}
		}
		if sound != (others == 0) {
			t.Errorf("sound %t: %d of 500 values are no constant of their type", sound, others)
		}
	}
}
