//go:build wring_overlay

package runtime

import (
	"internal/runtime/sys"
	"unsafe"
)

const (
	wringChunk    = 64 << 10 // bytes taken from persistentalloc at a time
	wringHashBits = 10       // first size of a hash table
	wringMix      = 0x9e3779b97f4a7c15 & (1<<(8*unsafe.Sizeof(uintptr(0))) - 1)
)

// wringNewTable makes the books of one P.
func wringNewTable() *wringTable {
	t := (*wringTable)(persistentalloc(unsafe.Sizeof(wringTable{}), 8, &memstats.other_sys))
	lock(&wringLock)
	t.next = wringTables
	wringTables = t
	unlock(&wringLock)
	return t
}

// alloc returns n zeroed bytes that are never freed.
func (t *wringTable) alloc(n uintptr) unsafe.Pointer {
	if n > t.left {
		if n > wringChunk/4 {
			return persistentalloc(n, 8, &memstats.other_sys)
		}
		t.spare = uintptr(persistentalloc(wringChunk, 8, &memstats.other_sys))
		t.left = wringChunk
	}
	p := unsafe.Pointer(t.spare)
	t.spare += n
	t.left -= n
	return p
}

// node returns the node for the stack in t.pcs[:n].
func (t *wringTable) node(n int, flags uint32) *wringNode {
	h := uintptr(flags)
	for _, pc := range t.pcs[:n] {
		h = (h ^ pc) * wringMix
	}
	h ^= h >> 29
	if t.nodeTab.full() {
		t.grow(&t.nodeTab, func(p uintptr) uintptr {
			return (*wringNode)(unsafe.Pointer(p)).hash
		})
	}
	mask := uintptr(1)<<t.nodeTab.bits - 1
	for i := h & mask; ; i = (i + 1) & mask {
		slot := t.nodeTab.slot(i)
		node := (*wringNode)(unsafe.Pointer(*slot))
		if node == nil {
			node = t.newNode(h, n, flags)
			*slot = uintptr(unsafe.Pointer(node))
			t.nodeTab.used++
			return node
		}
		if node.hash == h && node.npcs == uint32(n) && node.is(t.pcs[:n]) {
			return node
		}
	}
}

func (t *wringTable) newNode(h uintptr, n int, flags uint32) *wringNode {
	const word = unsafe.Sizeof(uintptr(0))
	node := (*wringNode)(t.alloc(unsafe.Sizeof(wringNode{}) + uintptr(n)*word))
	node.hash = h
	node.npcs = uint32(n)
	node.flags = flags
	copy(node.pcs(), t.pcs[:n])
	return node
}

// pcs returns the return addresses that follow the node in memory.
func (node *wringNode) pcs() []uintptr {
	p := add(unsafe.Pointer(node), unsafe.Sizeof(wringNode{}))
	return unsafe.Slice((*uintptr)(p), node.npcs)
}

// is reports whether node is the stack pcs, which has as many entries.
func (node *wringNode) is(pcs []uintptr) bool {
	own := node.pcs()
	for i, pc := range pcs {
		if own[i] != pc {
			return false
		}
	}
	return true
}

// cell returns the cell of node for one type, size and set of labels.
func (t *wringTable) cell(node *wringNode, typ, size, charged, labels uintptr) *wringCell {
	if t.cellTab.full() {
		t.grow(&t.cellTab, func(p uintptr) uintptr {
			return (*wringCell)(unsafe.Pointer(p)).hash()
		})
	}
	h := wringCellHash(node, typ, size, charged, labels)
	mask := uintptr(1)<<t.cellTab.bits - 1
	for i := h & mask; ; i = (i + 1) & mask {
		slot := t.cellTab.slot(i)
		c := (*wringCell)(unsafe.Pointer(*slot))
		if c == nil {
			c = t.newCell(node, typ, size, charged, labels)
			*slot = uintptr(unsafe.Pointer(c))
			t.cellTab.used++
			return c
		}
		if c.node == node && c.typ == typ && c.size == size && c.charged == charged &&
			c.labels == labels {
			return c
		}
	}
}

func (t *wringTable) newCell(node *wringNode, typ, size, charged, labels uintptr) *wringCell {
	c := (*wringCell)(t.alloc(unsafe.Sizeof(wringCell{})))
	c.node, c.typ, c.size, c.charged, c.labels = node, typ, size, charged, labels
	c.next = t.cells
	t.cells = c
	return c
}

func (c *wringCell) hash() uintptr {
	return wringCellHash(c.node, c.typ, c.size, c.charged, c.labels)
}

func wringCellHash(node *wringNode, typ, size, charged, labels uintptr) uintptr {
	h := uintptr(unsafe.Pointer(node)) * wringMix
	h = (h ^ typ) * wringMix
	h = (h ^ size<<8 ^ charged) * wringMix
	h = (h ^ labels) * wringMix
	return h ^ h>>29
}

// full reports whether h must grow before one more value is put in.
func (h *wringHash) full() bool { return h.slots == 0 || h.used >= 1<<h.bits/2 }

func (h *wringHash) slot(i uintptr) *uintptr {
	return (*uintptr)(unsafe.Pointer(h.slots + i*unsafe.Sizeof(uintptr(0))))
}

// grow doubles h. The old slots are given up: all of them together are no more
// than the new ones.
func (t *wringTable) grow(h *wringHash, hash func(uintptr) uintptr) {
	old := *h
	h.bits++
	if old.slots == 0 {
		h.bits = wringHashBits
	}
	h.slots = uintptr(t.alloc(unsafe.Sizeof(uintptr(0)) << h.bits))
	if old.slots == 0 {
		return
	}
	mask := uintptr(1)<<h.bits - 1
	for j := uintptr(0); j < 1<<old.bits; j++ {
		p := *old.slot(j)
		if p == 0 {
			continue
		}
		i := hash(p) & mask
		for *h.slot(i) != 0 {
			i = (i + 1) & mask
		}
		*h.slot(i) = p
	}
}

// wringSeen is a set of addresses that were already written to the file.
type wringSeen struct {
	_   sys.NotInHeap
	tab wringHash
}

// add puts p in the set and reports whether it was new.
func (s *wringSeen) add(t *wringTable, p uintptr) bool {
	if s.tab.full() {
		t.grow(&s.tab, func(p uintptr) uintptr { return p * wringMix >> 7 })
	}
	mask := uintptr(1)<<s.tab.bits - 1
	for i := p * wringMix >> 7 & mask; ; i = (i + 1) & mask {
		switch slot := s.tab.slot(i); *slot {
		case p:
			return false
		case 0:
			*slot = p
			s.tab.used++
			return true
		}
	}
}
