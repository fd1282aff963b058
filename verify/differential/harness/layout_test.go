package harness

import (
	"bytes"
	"reflect"
	"testing"
	"time"
)

// TestLayout says what is known of struct types, which is the same the second time.
func TestLayout(t *testing.T) {
	type own struct {
		Name string
		n    int
		_    [2]int
		any  interface{}
	}
	for _, test := range []struct {
		of              interface{}
		mocked, special bool
	}{
		{own{}, false, false}, {time.Time{}, false, true}, {bytes.Buffer{}, false, true},
		{Mock{}, true, true}, {struct{ Mock }{}, true, true}, {textWriter{}, false, true},
	} {
		for range 2 {
			l := layoutOf(reflect.TypeOf(test.of))
			if l.mocked != test.mocked || l.special != test.special {
				t.Errorf("%T: got %v and %v", test.of, l.mocked, l.special)
			}
		}
	}
	want := []fieldLayout{
		{name: "Name", typ: reflect.TypeOf(""), label: " Name:", exported: true, refers: true},
		{name: "n", typ: reflect.TypeOf(0), label: " n:"},
		{name: "_", typ: reflect.TypeOf([2]int{}), label: " _:"},
		{name: "any", typ: reflect.TypeOf((*interface{})(nil)).Elem(), label: " any:",
			refers: true},
	}
	if got := layoutOf(reflect.TypeOf(own{})).fields; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestPlace compares places as their words do.
func TestPlace(t *testing.T) {
	first, second := &place{name: "argument"}, &place{name: "argument", index: 1}
	element, field := &place{in: first, index: 1}, &place{in: first, name: ".f"}
	list := []*place{first, second, element, {in: second, index: 1}, {in: first, name: "[1]"},
		field, {in: &place{name: "argument"}, name: ".f"}, {in: field, index: 1},
		{in: element, name: ".f"}}
	for _, a := range list {
		for _, b := range list {
			if got := a.same(b); got != (a.String() == b.String()) {
				t.Errorf("%s and %s: got %v", a, b, got)
			}
		}
	}
	if got := list[7].String(); got != "argument 0.f[1]" {
		t.Errorf("got %s", got)
	}
}
