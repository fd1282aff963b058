package arena

import (
	"cmp"
	"hash/maphash"
	"slices"
)

func (t *table[K, V]) hash(key K) uint32 {
	return uint32(maphash.Comparable(t.seed, key))
}

// find returns the bucket of key, or -1.
func (t *table[K, V]) find(key K, hash uint32) int {
	if len(t.index) == 0 {
		return -1
	}
	mask := uint32(len(t.index) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		b := t.index[i]
		if b.at == 0 {
			return -1
		}
		if b.hash == hash && t.entries[b.at-1].key == key {
			return int(i)
		}
	}
}

// add appends an entry and returns its value.
func (t *table[K, V]) add(key K, hash uint32) *V {
	if len(t.entries) == cap(t.entries) {
		t.makeRoom()
	}
	t.live++
	t.stamp += 2
	return t.put(pair[K, V]{key: key, stamp: t.stamp | 1}, hash)
}

// put appends an entry for which there is room, and returns its value.
func (t *table[K, V]) put(e pair[K, V], hash uint32) *V {
	t.entries = append(t.entries, e)
	t.enter(bucket{hash, uint32(len(t.entries))})
	return &t.entries[len(t.entries)-1].value
}

func (e *pair[K, V]) live() bool { return e.stamp&1 == 1 }

// enter puts b into the first empty bucket.
func (t *table[K, V]) enter(b bucket) {
	mask := uint32(len(t.index) - 1)
	i := b.hash & mask
	for t.index[i].at != 0 {
		i = (i + 1) & mask
	}
	t.index[i] = b
}

// remove empties bucket i and deletes its entry. The buckets behind it move up,
// so that no search ends too early.
func (t *table[K, V]) remove(i int) {
	e := &t.entries[t.index[i].at-1]
	*e = pair[K, V]{stamp: e.stamp &^ 1}
	t.live--
	mask := uint32(len(t.index) - 1)
	hole := uint32(i)
	for j := (hole + 1) & mask; t.index[j].at != 0; j = (j + 1) & mask {
		home := t.index[j].hash & mask
		if (j-home)&mask >= (j-hole)&mask {
			t.index[hole] = t.index[j]
			hole = j
		}
	}
	t.index[hole] = bucket{}
}

// makeRoom makes room for more entries. If half of them are deleted it does with
// the memory that there is; otherwise a table that is added to and deleted from
// would fill the arena.
func (t *table[K, V]) makeRoom() {
	if t.live > cap(t.entries)/2 || t.index == nil {
		t.rehash(max(6, 2*t.live))
		return
	}
	old := t.entries
	clear(t.index)
	t.refill(old[:0])
	clear(old[len(t.entries):])
}

// rehash moves everything into new memory with room for n keys, and leaves out
// what was deleted. The old memory stays with the arena.
func (t *table[K, V]) rehash(n int) {
	size := 8
	for size/4*3 < n {
		size *= 2
	}
	t.index = MakeSlice[bucket](t.a, size, size)
	t.refill(MakeSlice[pair[K, V]](t.a, 0, size/4*3))
}

// refill moves what is not deleted to into, which is empty, as is the index. It
// may be the same memory.
func (t *table[K, V]) refill(into []pair[K, V]) {
	old := t.entries
	t.entries = into
	for _, e := range old {
		if e.live() {
			t.put(e, t.hash(e.key))
		}
	}
	t.moves++
}

// walk yields the entries. When they have moved meanwhile, it goes on with the
// first one that is newer than the last that it saw. It writes nothing, because
// several goroutines may read a map.
func (m Map[K, V]) walk(yield func(K, V) bool) {
	m.check()
	t := m.t
	var last uint64
	for i, moves := 0, t.moves; ; i++ {
		m.check()
		if t.moves != moves {
			i, moves = t.after(last), t.moves
		}
		if i >= len(t.entries) {
			return
		}
		e := t.entries[i]
		last = e.stamp | 1
		if e.live() && !yield(e.key, e.value) {
			return
		}
	}
}

// after returns the index of the first entry whose stamp is larger.
func (t *table[K, V]) after(stamp uint64) int {
	i, _ := slices.BinarySearchFunc(t.entries, stamp+1, func(e pair[K, V], s uint64) int {
		return cmp.Compare(e.stamp|1, s)
	})
	return i
}
