//go:build wring_overlay

package runtime

import (
	"internal/runtime/atomic"
	"internal/runtime/sys"
	"unsafe"
)

// Objects are booked with the profiler labels of the goroutine that allocates
// them, of those keys that were asked for. What a goroutine has is looked up when
// it sets its labels, not when it allocates: from then on a number stands for it,
// which goroutines that it starts inherit with the labels. The address of the
// labels would not do, since the collector gives it to others.

const (
	wringMaxKeys   = 8       // keys that can be asked for
	wringMaxLabels = 4 << 10 // sets of values that are told apart
	wringMaxValue  = 1 << 10 // bytes of a value
	wringLabelBits = 13      // of the hash table, twice as large as it can get full

	// wringOther stands for all sets that there was no room for.
	wringOther = wringMaxLabels + 1
)

// wringLabel is a label as package runtime/pprof keeps it.
type wringLabel struct{ key, value string }

// wringLabelSet is the values of one set, in the order of the keys. Those in the
// table are not in the heap, and neither are their values.
type wringLabelSet struct {
	id      uint32
	has     uint32 // which keys there are, as bits
	hash    uintptr
	defined bool // already written to the file
	values  [wringMaxKeys]string
}

var wringLabels struct {
	keys  [wringMaxKeys]string
	n     int     // keys; 0 when none was asked for
	slots uintptr // address of the hash table: 1<<wringLabelBits pointers, never taken out
	lock  mutex   // guards what is put in
	used  uint32
	other uint32 // 1 when wringOther was given
	told  bool   // wringOther is already in the file
}

// wringSetKeys takes the keys from a list separated by commas. More than there is
// room for are left out; who starts the program sees to that.
func wringSetKeys(list string) {
	l := &wringLabels
	for from, i := 0, 0; i <= len(list) && l.n < wringMaxKeys; i++ {
		if i < len(list) && list[i] != ',' {
			continue
		}
		if i > from {
			l.keys[l.n] = list[from:i]
			l.n++
		}
		from = i + 1
	}
	l.slots = uintptr(persistentalloc(unsafe.Sizeof(uintptr(0))<<wringLabelBits, 8,
		&memstats.other_sys))
}

// wringLabelled returns the number of a set of labels, of which package
// runtime/pprof gave the address; 0 when none of the keys is in it.
func wringLabelled(labels unsafe.Pointer) uint32 {
	l := &wringLabels
	if l.n == 0 || labels == nil {
		return 0
	}
	var set wringLabelSet
	for _, x := range *(*[]wringLabel)(labels) {
		for i := range l.n {
			if x.key == l.keys[i] {
				set.values[i] = x.value
				set.has |= 1 << i
			}
		}
	}
	if set.has == 0 {
		return 0
	}
	set.hash = wringLabelHash(&set)
	if id := wringFindLabels(&set); id != 0 {
		return id
	}
	return wringAddLabels(&set)
}

func wringLabelHash(set *wringLabelSet) uintptr {
	h := uintptr(set.has)
	for i := range wringLabels.n {
		s := set.values[i]
		for j := range len(s) {
			h = (h ^ uintptr(s[j])) * wringMix
		}
		h = (h ^ uintptr(len(s))) * wringMix
	}
	return h ^ h>>29
}

// wringFindLabels returns the number of a set that is in the table, or 0.
func wringFindLabels(set *wringLabelSet) uint32 {
	const mask = 1<<wringLabelBits - 1
	for i := set.hash & mask; ; i = (i + 1) & mask {
		p := atomic.Loaduintptr(wringLabelSlot(i))
		if p == 0 {
			return 0
		}
		if known := (*wringLabelSet)(unsafe.Pointer(p)); known.hash == set.hash &&
			known.has == set.has && known.values == set.values {
			return known.id
		}
	}
}

// wringAddLabels puts a copy of set into the table, unless another thread has
// meanwhile, and returns its number.
func wringAddLabels(set *wringLabelSet) uint32 {
	l := &wringLabels
	room := atomic.Load(&l.used) < wringMaxLabels
	for i := range l.n {
		room = room && len(set.values[i]) <= wringMaxValue
	}
	if !room {
		atomic.Store(&l.other, 1)
		return wringOther
	}
	own := wringKeep(set)
	lock(&l.lock)
	id := wringFindLabels(own)
	if id == 0 && l.used < wringMaxLabels {
		const mask = 1<<wringLabelBits - 1
		i := own.hash & mask
		for *wringLabelSlot(i) != 0 {
			i = (i + 1) & mask
		}
		id = l.used + 1
		own.id = id
		atomic.Store(&l.used, id)
		atomic.Storeuintptr(wringLabelSlot(i), uintptr(unsafe.Pointer(own)))
	}
	unlock(&l.lock)
	if id == 0 { // the last place went to another
		atomic.Store(&l.other, 1)
		return wringOther
	}
	return id
}

// wringKeep copies a set, and its values, to where the collector does not look.
func wringKeep(set *wringLabelSet) *wringLabelSet {
	own := (*wringLabelSet)(persistentalloc(unsafe.Sizeof(wringLabelSet{}), 8,
		&memstats.other_sys))
	own.has, own.hash = set.has, set.hash
	for i := range wringLabels.n {
		if s := set.values[i]; s != "" {
			p := (*byte)(persistentalloc(uintptr(len(s)), 1, &memstats.other_sys))
			copy(unsafe.Slice(p, len(s)), s)
			own.values[i] = unsafe.String(p, len(s))
		}
	}
	return own
}

func wringLabelSlot(i uintptr) *uintptr {
	return (*uintptr)(unsafe.Pointer(wringLabels.slots + i*unsafe.Sizeof(uintptr(0))))
}

// wringPutLabels writes the sets that are not in the file yet.
func wringPutLabels() {
	l := &wringLabels
	if l.n == 0 {
		return
	}
	for i := uintptr(0); i < 1<<wringLabelBits; i++ {
		set := (*wringLabelSet)(unsafe.Pointer(atomic.Loaduintptr(wringLabelSlot(i))))
		if set == nil || set.defined {
			continue
		}
		set.defined = true
		wringPut('L')
		wringPutUint(uint64(set.id))
		wringPutUint(uint64(sys.OnesCount64(uint64(set.has))))
		for k := range l.n {
			if set.has&(1<<k) != 0 {
				wringPutString(l.keys[k])
				wringPutString(set.values[k])
			}
		}
	}
	if atomic.Load(&l.other) != 0 && !l.told {
		l.told = true
		wringPut('L')
		wringPutUint(wringOther)
		wringPutUint(0)
	}
}
