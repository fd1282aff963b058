//go:build wring_overlay

// This file is added to package runtime of traced programs. It books each
// allocation to its stack, type and size. It runs inside the allocator: nothing
// here may allocate from the heap, take a lock that the allocator can hold, or
// write a pointer that the collector must know of.

package runtime

import (
	"internal/runtime/atomic"
	"internal/runtime/sys"
	"unsafe"
)

const (
	// wringMaxFrames bounds a stack, counted in physical frames from the
	// allocation outwards. Deeper stacks keep their inner part.
	wringMaxFrames = 192

	// wringMaxNested bounds the allocations that one goroutine can have under
	// way: starting a collection from inside mallocgc allocates again.
	wringMaxNested = 4
)

// wringPending is kept on g, not on m: between the two hooks a goroutine can be
// preempted and resume on another thread.
type wringPending struct {
	n      uint32  // allocations between their pre and their post hook
	labels uint32  // what labels the goroutine has, see wringLabelled
	hint   uintptr // type of the next allocation, when the allocator is not told
	typ    [wringMaxNested]uintptr
	size   [wringMaxNested]uintptr
}

// wringNode is one stack that allocated on one P.
type wringNode struct {
	_      sys.NotInHeap
	hash   uintptr
	recent *wringCell // the cell that matched last
	npcs   uint32
	flags  uint32 // wringLogical, wringCut, wringDefined
	// pcs follow: return addresses, leaf first
}

const (
	wringLogical = 1 << iota // pcs name inlined calls one by one
	wringCut                 // the stack was deeper than wringMaxFrames
	wringDefined             // already written to the file
)

// wringCell counts the objects of one type and size allocated by one stack, by
// goroutines with the same labels.
type wringCell struct {
	_       sys.NotInHeap
	next    *wringCell // all cells of the table
	node    *wringNode
	typ     uintptr
	size    uintptr
	charged uintptr
	labels  uintptr
	count   uint64
}

// wringTable holds the books of one P. Only the thread that runs the P writes
// to it, and it cannot be preempted meanwhile; with the world stopped, anybody
// may read it.
type wringTable struct {
	_     sys.NotInHeap
	next  *wringTable
	cells *wringCell
	nodeTab,
	cellTab wringHash
	spare uintptr // unused part of the current chunk
	left  uintptr
	pcs   [wringMaxFrames]uintptr
}

// wringHash is an open-addressing table of pointers to off-heap values.
type wringHash struct {
	slots uintptr // address of 1<<bits pointers; 0 before first use
	bits  uintptr
	used  uintptr
}

var (
	wringOn     uint32      // 1 while allocations are booked; written with the world stopped
	wringLost   uint64      // allocations without a P; cannot be booked
	wringTables *wringTable // all tables, newest first; tables are never freed
	wringLock   mutex       // guards wringTables
)

// wringPre notes that an allocation of size bytes begins on this goroutine.
//
//go:nosplit
func wringPre(size uintptr) {
	w := &getg().wring
	if w.n < wringMaxNested {
		w.size[w.n] = size
		w.typ[w.n] = w.hint
	}
	w.hint = 0
	w.n++
}

// wringHint says what the next allocation of this goroutine is for. The runtime
// asks for untyped memory where the collector need not know the type.
//
//go:nosplit
func wringHint(typ *_type) { getg().wring.hint = uintptr(unsafe.Pointer(typ)) }

// wringPost books the allocation that ends on this goroutine. From the moment
// where it is no longer pending until it is booked, the goroutine must not be
// preempted: a stopped world would otherwise see it counted but not booked.
//
//go:nosplit
func wringPost(charged uintptr, typ *_type) {
	gp := getg()
	mp := gp.m
	mp.locks++
	w := &gp.wring
	w.n--
	if wringOn != 0 {
		size, typ := charged, uintptr(unsafe.Pointer(typ))
		if w.n < wringMaxNested {
			size = w.size[w.n]
			if w.typ[w.n] != 0 {
				typ = w.typ[w.n]
			}
		}
		wringBook(gp, mp, size, charged, typ)
	}
	mp.locks--
	if mp.locks == 0 && gp.preempt {
		// As in releasem: the request was cleared while it could not be met.
		gp.stackguard0 = stackPreempt
	}
}

// wringBook adds one object to the books of the current P.
func wringBook(gp *g, mp *m, size, charged, typ uintptr) {
	pp := mp.p.ptr()
	if pp == nil {
		atomic.Xadd64(&wringLost, 1)
		return
	}
	t := pp.wring
	if t == nil {
		t = wringNewTable()
		pp.wring = t
	}
	n, flags := wringWalk(gp, mp, t)
	node := t.node(n, flags)
	user := mp.curg // whom a system stack works for
	if user == nil {
		user = gp
	}
	labels := uintptr(user.wring.labels)
	c := node.recent
	if c == nil || c.typ != typ || c.size != size || c.charged != charged ||
		c.labels != labels {
		c = t.cell(node, typ, size, charged, labels)
		node.recent = c
	}
	c.count++
}

// wringWalk fills t.pcs with the return addresses of the allocating stack, leaf
// first, and reports their number. On a system stack the stack of the goroutine
// that it works for follows.
func wringWalk(gp *g, mp *m, t *wringTable) (n int, flags uint32) {
	if tracefpunwindoff() || mp.hasCgoOnStack() {
		n = callers(2, t.pcs[:])
		if user := mp.curg; user != nil && gp != user && n < wringMaxFrames {
			n += gcallers(user, 0, t.pcs[n:])
		}
		return n, wringLogical
	}
	fp := getfp()
	if user := mp.curg; gp == user {
		n, fp = wringFrames(t, 0, fp, 0, ^uintptr(0))
	} else {
		n, fp = wringFrames(t, 0, fp, gp.stack.lo, gp.stack.hi)
		if user != nil && n < wringMaxFrames {
			pc, bp := user.sched.pc, user.sched.bp
			if user.syscallsp != 0 {
				pc, bp = user.syscallpc, user.syscallbp
			}
			t.pcs[n] = pc
			n, fp = wringFrames(t, n+1, bp, user.stack.lo, user.stack.hi)
		}
	}
	if n == wringMaxFrames && fp != 0 {
		flags |= wringCut
	}
	return n, flags
}

// wringFrames follows frame pointers within [lo, hi), storing return addresses
// from t.pcs[n] on. It returns the new n and the first frame pointer not followed.
func wringFrames(t *wringTable, n int, fp, lo, hi uintptr) (int, uintptr) {
	for uint(n) < uint(len(t.pcs)) && fp != 0 && fp >= lo && fp < hi {
		t.pcs[n] = *(*uintptr)(unsafe.Pointer(fp + unsafe.Sizeof(fp)))
		fp = *(*uintptr)(unsafe.Pointer(fp))
		n++
	}
	return n, fp
}
