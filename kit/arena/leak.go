package arena

import (
	"reflect"
	"runtime"
	"strings"
	"unsafe"
	"weak"
)

// tracked is an allocation whose end is watched.
type tracked struct {
	value interface {
		alive() bool
		poison(d *debugger)
	}
	typ    reflect.Type
	count  int
	caller [12]uintptr
}

// tracks reports whether each allocation gets memory of its own.
func (a *Arena) tracks() bool { return a.debug != nil && a.debug.Leaks }

// tiny is the size below which the runtime puts several objects without pointers
// into one block, so that one of them keeps others alive.
const tiny = 16

// track returns n elements on the heap that the arena itself does not keep alive.
func track[T any](a *Arena, n int) []T {
	size := int(unsafe.Sizeof(*new(T)))
	if size == 0 {
		return make([]T, n)
	}
	c := make([]T, max(n, (tiny+size-1)/size))
	t := tracked{value: weakSlice[T]{weak.Make(&c[0]), n}, typ: reflect.TypeFor[T](), count: n}
	runtime.Callers(2, t.caller[:])
	a.debug.tracked = append(a.debug.tracked, t)
	return c[:n:n]
}

// weakSlice is a slice that may be gone.
type weakSlice[T any] struct {
	first weak.Pointer[T]
	n     int
}

func (w weakSlice[T]) alive() bool { return w.first.Value() != nil }

func (w weakSlice[T]) poison(d *debugger) {
	if p := w.first.Value(); p != nil {
		poison(d, unsafe.Slice(p, w.n))
	}
}

// leaks finds the tracked values that are still referenced. Each is asked about
// after a second collection again: while the first one ran, a goroutine may have
// been stopped where its registers had to be taken for pointers.
func (d *debugger) leaks(when string) {
	left := d.tracked
	d.tracked = nil
	for range 2 {
		if len(left) > 0 {
			runtime.GC()
		}
		left = living(left)
	}
	for _, t := range left {
		d.found = append(d.found, Problem{
			What: "leak", When: when,
			Type: t.typ.String(), Count: t.count, Stack: frames(t.caller[:]),
		})
		if d.Poison {
			t.value.poison(d)
		}
	}
}

func living(all []tracked) []tracked {
	var left []tracked
	for _, t := range all {
		if t.value.alive() {
			left = append(left, t)
		}
	}
	return left
}

// frames returns the calls of a stack that are not this package's own.
func frames(pcs []uintptr) []runtime.Frame {
	for len(pcs) > 0 && pcs[len(pcs)-1] == 0 {
		pcs = pcs[:len(pcs)-1]
	}
	var list []runtime.Frame
	next := runtime.CallersFrames(pcs)
	for {
		f, more := next.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, ours) {
			list = append(list, f)
		}
		if !more {
			return list
		}
	}
}

// ours begins the names of this package's functions, and not those of its tests.
const ours = "github.com/wring-go/wring/kit/arena."
