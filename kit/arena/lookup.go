package arena

import "unsafe"

// keyOf returns a number that stands for T: the address at which the program
// keeps the description of *T. Descriptions of types that are known when the
// program is built never move and are never freed. A type can have two of them
// where plugins are in use; it then has two slabs, which does no harm.
func keyOf[T any]() uintptr {
	var p any = (*T)(nil)
	return *(*uintptr)(unsafe.Pointer(&p))
}

// hash spreads keys, which differ in few bits. The constant is the golden ratio
// in 64 bits; the upper half of the product depends on all bits of the key.
func hash(key uintptr) uint64 { return uint64(key) * 0x9E3779B97F4A7C15 >> 32 }

// find returns the slab for key if it is where the hash says, or nil. It is
// small enough to be inlined: it is the beginning of every New.
func (a *Arena) find(key uintptr) unsafe.Pointer {
	i := hash(key) & a.mask
	if i < uint64(len(a.table)) && a.table[i].key == key {
		return a.table[i].slab
	}
	return nil
}

// register returns the slab for T, which may be new and may not be where the
// hash says.
//
//go:noinline
func register[T any](a *Arena, key uintptr) *Slab[T] {
	if a.freed {
		panic("arena: allocation after Free")
	}
	if e := a.place(key); e != nil && e.key == key {
		return (*Slab[T])(e.slab)
	}
	a.begin()
	s := &Slab[T]{a: a}
	a.slabs = append(a.slabs, s)
	a.insert(entry{key, unsafe.Pointer(s)})
	return s
}

// place returns the entry for key, or the empty one that it belongs into. It
// returns nil while there is no table.
func (a *Arena) place(key uintptr) *entry {
	if len(a.table) == 0 {
		return nil
	}
	for i := hash(key) & a.mask; ; i = (i + 1) & a.mask {
		if e := &a.table[i]; e.key == key || e.key == 0 {
			return e
		}
	}
}

// insert adds an entry. The table is kept at most a quarter full, so that most
// types are found at the first look.
func (a *Arena) insert(e entry) {
	if len(a.slabs)*4 > len(a.table) {
		a.resize(max(16, 2*len(a.table)))
	}
	*a.place(e.key) = e
}

func (a *Arena) resize(n int) {
	old := a.table
	a.table, a.mask = make([]entry, n), uint64(n-1)
	for _, e := range old {
		if e.key != 0 {
			*a.place(e.key) = e
		}
	}
}
