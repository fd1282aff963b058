package arena

import (
	"hash/maphash"
	"iter"
)

// Map is a hash table in an arena, for the cases in which a native map would be
// built. A native map cannot live there: its memory comes from the runtime.
//
// It behaves like a native map, except that iteration is in the order in which
// the keys were first set, and that a Map that is used after its arena was freed
// or recycled panics. A Map is a pointer to its table, as native maps are:
// copies are the same map. The zero Map is like a nil map: it is empty, and Set
// panics.
type Map[K comparable, V any] struct {
	t     *table[K, V]
	a     *Arena
	epoch uint64 // that of a when the Map was made
}

// table has the entries in a slice in the order in which they came,
// and an index to find them by their hash.
type table[K comparable, V any] struct {
	a       *Arena
	seed    maphash.Seed
	index   []bucket // a power of two of them, at most three quarters in use
	entries []pair[K, V]
	live    int    // how many entries are not deleted
	moves   uint64 // how often entries changed their places
	stamp   uint64 // that of the latest entry
}

// bucket leads to entries[at-1]; at 0 means that it is empty.
type bucket struct{ hash, at uint32 }

// pair is an entry of a Map. Stamps grow from entry to entry; that of a deleted
// one is even.
type pair[K comparable, V any] struct {
	key   K
	value V
	stamp uint64
}

// MakeMap returns an empty map in a, with room for size keys.
func MakeMap[K comparable, V any](a *Arena, size int) Map[K, V] {
	t := New[table[K, V]](a)
	t.a, t.seed = a, maphash.MakeSeed()
	if size > 0 {
		t.rehash(size)
	}
	m := Map[K, V]{t: t, a: a}
	if a != nil {
		m.epoch = a.epoch
	}
	return m
}

// check panics if the arena has taken back m's memory.
func (m Map[K, V]) check() {
	if m.a != nil && m.a.epoch != m.epoch {
		panic("arena: use of a Map after Free or Recycle")
	}
}

// Len returns the number of keys.
func (m Map[K, V]) Len() int {
	if m.t == nil {
		return 0
	}
	m.check()
	return m.t.live
}

// Get returns the value for key, and whether there is one.
func (m Map[K, V]) Get(key K) (value V, ok bool) {
	if m.t == nil {
		return value, false
	}
	m.check()
	if i := m.t.find(key, m.t.hash(key)); i >= 0 {
		return m.t.entries[m.t.index[i].at-1].value, true
	}
	return value, false
}

// At returns the value for key, or zero.
func (m Map[K, V]) At(key K) V {
	value, _ := m.Get(key)
	return value
}

// Set makes value the one for key.
func (m Map[K, V]) Set(key K, value V) { *m.Ptr(key) = value }

// Ptr returns a pointer to the value for key, which it adds as zero if there is
// none. The pointer is good until the next key is added.
func (m Map[K, V]) Ptr(key K) *V {
	if m.t == nil {
		panic("arena: assignment to an entry of a zero Map")
	}
	m.check()
	h := m.t.hash(key)
	if i := m.t.find(key, h); i >= 0 {
		return &m.t.entries[m.t.index[i].at-1].value
	}
	return m.t.add(key, h)
}

// Delete removes key.
func (m Map[K, V]) Delete(key K) {
	if m.t == nil {
		return
	}
	m.check()
	if i := m.t.find(key, m.t.hash(key)); i >= 0 {
		m.t.remove(i)
	}
}

// Clear removes all keys, and keeps the room.
func (m Map[K, V]) Clear() {
	if m.t == nil {
		return
	}
	m.check()
	clear(m.t.index)
	clear(m.t.entries)
	m.t.entries = m.t.entries[:0]
	m.t.live = 0
	m.t.moves++
}

// All yields the keys and values in the order in which the keys were first set.
// As with a native map, a key that is deleted before it was reached is not
// yielded, and one that is added may be or not.
func (m Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		if m.t != nil {
			m.walk(yield)
		}
	}
}
