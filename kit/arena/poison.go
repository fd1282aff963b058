package arena

import (
	"bytes"
	"reflect"
	"unsafe"
)

// The byte that stale memory is filled with, and the length of stale strings and
// slices. The length is positive, so that loops over them run and fault.
const (
	poisonByte = 0xDB
	poisonLen  = ^uintptr(0) >> 8 / 0xFF * poisonByte
)

// prisoner is overwritten memory that must not be written to.
type prisoner struct {
	memory  unsafe.Pointer // keeps it from being used for anything else
	bytes   []byte         // the same
	pattern []byte         // what each element holds
	typ     reflect.Type
}

// poison overwrites what the slab handed out, and keeps it.
func (s *Slab[T]) poison(d *debugger) {
	s.each(func(c []T) { poison(d, c) })
}

// poison overwrites c and puts it into quarantine.
//
// The order matters: the collector may be at work. Clearing c as a []T tells it
// of the pointers that vanish; what is written afterwards does not point to the
// heap, and copy stores each of them as a whole.
func poison[T any](d *debugger, c []T) {
	if size(c) == 0 {
		return
	}
	if d.guard == 0 {
		d.guard = guardAddress()
	}
	clear(c)
	memory := unsafe.Pointer(unsafe.SliceData(c))
	p := prisoner{
		memory:  memory,
		bytes:   unsafe.Slice((*byte)(memory), len(c)*int(unsafe.Sizeof(*new(T)))),
		pattern: pattern(reflect.TypeFor[T](), d.guard),
		typ:     reflect.TypeFor[T](),
	}
	for b := p.bytes; len(b) > 0; b = b[len(p.pattern):] {
		copy(b, p.pattern)
	}
	d.quarantine = append(d.quarantine, p)
	d.held += len(p.bytes)
}

// verify looks for writes to memory in quarantine, and releases the oldest if
// there is too much of it.
func (d *debugger) verify(when string) {
	for i := range d.quarantine {
		d.quarantine[i].verify(d, when)
	}
	for d.held > d.Quarantine {
		d.held -= len(d.quarantine[0].bytes)
		d.quarantine = d.quarantine[1:]
	}
}

// verify reports each change once: it repairs what it found.
func (p *prisoner) verify(d *debugger, when string) {
	changed := 0
	for b := p.bytes; len(b) > 0; b = b[len(p.pattern):] {
		if !bytes.Equal(b[:len(p.pattern)], p.pattern) {
			changed++
		}
	}
	if changed == 0 {
		return
	}
	d.found = append(d.found, Problem{
		What: "stale write", When: when, Type: p.typ.String(), Count: changed,
	})
	reflect.NewAt(reflect.ArrayOf(len(p.bytes)/len(p.pattern), p.typ), p.memory).Elem().SetZero()
	for b := p.bytes; len(b) > 0; b = b[len(p.pattern):] {
		copy(b, p.pattern)
	}
}

// pattern returns the bytes of a stale value: pointers are guard, lengths are
// poisonLen, and everything else is poisonByte.
func pattern(t reflect.Type, guard uintptr) []byte {
	b := bytes.Repeat([]byte{poisonByte}, int(t.Size()))
	fill(b, t, guard)
	return b
}

// fill puts the words into b that must not be poisonByte.
func fill(b []byte, t reflect.Type, guard uintptr) {
	const word = unsafe.Sizeof(uintptr(0))
	put := func(i, v uintptr) { *(*uintptr)(unsafe.Pointer(&b[i*word])) = v }
	switch t.Kind() {
	case reflect.Pointer, reflect.UnsafePointer, reflect.Map, reflect.Chan, reflect.Func:
		put(0, guard)
	case reflect.Interface:
		put(0, guard)
		put(1, guard)
	case reflect.String:
		put(0, guard)
		put(1, poisonLen)
	case reflect.Slice:
		put(0, guard)
		put(1, poisonLen)
		put(2, poisonLen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			fill(b[f.Offset:], f.Type, guard)
		}
	case reflect.Array:
		for i := range t.Len() {
			fill(b[uintptr(i)*t.Elem().Size():], t.Elem(), guard)
		}
	}
}
