package arena

import "unsafe"

// Arena hands out memory and takes all of it back at once. The zero value is
// an empty arena, and a nil *Arena is the plain heap: every function of this
// package accepts it and then does what new, make and append would do.
//
// An Arena is used by one goroutine at a time; see [Locked]. It must not be
// copied after its first use.
type Arena struct {
	table []entry     // open addressing by type; its length is a power of two, or 0
	mask  uint64      // len(table)-1
	slabs []slab      // what table leads to, in the order of first use
	text  *Slab[byte] // that for bytes, which strings are made of; nil before the first
	epoch uint64      // how often everything was taken back
	freed bool        // Free was called: nothing more is handed out
	reuse bool        // tests only: reuse memory in builds that otherwise do not
	debug *debugger
	_     noCopy
}

// slab is what an Arena knows about a Slab[T] without knowing T.
type slab interface {
	// free forgets all memory.
	free()
	// recycle clears what was handed out, and keeps as much of it for later use
	// as fits into keep bytes. It returns what is left of keep.
	recycle(keep int) int
	// bytes returns how much memory the slab holds on to.
	bytes() int
	// forget makes the slab let go of the last tracked object.
	forget()
	// poison overwrites what was handed out.
	poison(d *debugger)
	// condemn tells a detector of wrong accesses that what was handed out is not
	// to be used any more.
	condemn()
}

// NewArena returns an empty arena. In programs built with the tag arenadebug it
// is that of NewDebug with every check.
func NewArena() *Arena { return new(Arena) }

// Free ends the arena: it gives the memory to the garbage collector, and from
// here on every attempt to get more panics. Values that are still referenced
// stay as they are: with Free alone, no use of memory after its release is
// possible. To use them is still a mistake, since with Recycle it would be one
// that shows; debugging arenas and builds with -race or -asan report it. Free of
// a nil or freed arena does nothing.
func (a *Arena) Free() {
	if a == nil || a.freed {
		return
	}
	a.check("Free")
	a.hook()
	for _, s := range a.slabs {
		s.free()
	}
	a.table, a.mask, a.slabs, a.text = nil, 0, nil, nil
	a.epoch++
	a.freed = true
}

// Recycle takes back everything that the arena handed out and will hand out the
// same memory again, zeroed; it keeps at most keep bytes for that. The arena and
// the handles that [For] returned remain usable.
//
// This is the dangerous one. A pointer, slice or string from before Recycle that
// is used afterwards reads and writes what another caller was given. Memory is
// not corrupted, since it is only ever reused for the same type, but the values
// are wrong, and a string changes. The caller must be sure that nothing of the
// arena is referenced: [Clone] what has to survive, and run the tests with
// arenatest or with the tag arenadebug.
//
// In builds with -race or -asan nothing is reused, so that these detectors can
// report a stale access.
func (a *Arena) Recycle(keep int) {
	if a == nil {
		return
	}
	if a.freed {
		panic("arena: Recycle after Free")
	}
	a.check("Recycle")
	a.hook()
	if a.debug != nil || detects && !a.reuse {
		keep = 0
	}
	for _, s := range a.slabs {
		keep = s.recycle(keep)
	}
	a.epoch++
}

// Bytes returns how much memory the arena holds on to, used or not. It does not
// count what the arena needs for its own books, some 100 bytes for each type.
func (a *Arena) Bytes() int {
	if a == nil {
		return 0
	}
	n := 0
	for _, s := range a.slabs {
		n += s.bytes()
	}
	return n
}

// New returns a pointer to a zero T in a.
func New[T any](a *Arena) *T {
	if a == nil {
		return new(T)
	}
	key := keyOf[T]()
	s := (*Slab[T])(a.find(key))
	if s == nil {
		s = register[T](a, key)
	}
	return s.New()
}

// Of returns a pointer to a copy of v in a. It stands where &T{...} would.
func Of[T any](a *Arena, v T) *T {
	p := New[T](a)
	*p = v
	return p
}

// For returns a's memory for values of type T. Getting it once, outside of a
// loop, makes the allocations in the loop cheaper than [New] does. The handle is
// good for as long as the arena is. For(nil) allocates the handle, too.
func For[T any](a *Arena) *Slab[T] {
	if a == nil {
		return new(Slab[T])
	}
	key := keyOf[T]()
	if s := a.find(key); s != nil {
		return (*Slab[T])(s)
	}
	return register[T](a, key)
}

// noCopy lets go vet find copies of the struct that holds one.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// entry leads from a type to its slab.
type entry struct {
	key  uintptr
	slab unsafe.Pointer // a *Slab[T] for the T that key stands for
}
