// Package pool keeps byte buffers for the next who needs one, within limits.
//
//	var buffers pool.Pool // the zero Pool is ready
//
//	b := buffers.Get(4096) // room for 4,096 bytes at least
//	defer b.Put()
//	b.B = append(b.B, "HTTP/1.1 "...)
//
// The rule: who gets a buffer puts it back, once, when its bytes are no longer read
// any more. Buffers are kept by size, in classes of powers of two, so a small
// need does not take a large buffer, and a buffer that has grown by append is
// put where it then belongs. Buffers above MaxSize are not kept, nor any that
// would bring all that is kept above MaxBytes: one large request does not stay
// in memory for ever. What is kept stays until it is used, or until [Pool.Trim].
//
// [sync.Pool] is the standard way. It has no limits and no sizes, forgets at
// each collection, and a []byte that is put in it is boxed, which is an
// allocation. It is faster, most of all where many processors use it at once: a
// Pool has a lock for each class.
//
// # Debug builds
//
// In programs built with the tag pooldebug, or with -race, the pool looks for
// mistakes. A second Put panics and shows where the first was. Bytes that are
// written after Put are found at the next Get, which panics and shows the Put.
// [Pool.Leaks] tells where buffers were got that have not been put back; the
// end of a test is a good place to ask. All that allocates, and is off
// otherwise.
//
// # What is not safe
//
// Bytes that are kept after Put belong to the next caller. A slice of B, a string
// made from it without copying, and B itself must not be used any more. A buffer
// that is put back twice is later handed to two at once, outside debug builds
// without a word.
package pool

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// The limits of a Pool that sets none.
const (
	DefaultMaxSize  = 1 << 20
	DefaultMaxBytes = 64 << 20
)

// Buffers smaller than the first class are not worth keeping.
const (
	firstBits = 6
	classes   = 32
)

// Pool keeps buffers. Any number of goroutines may use it. The limits must be
// set before it is used, and it must not be copied afterwards.
type Pool struct {
	MaxSize  int // the largest buffer that is kept; 0 means DefaultMaxSize
	MaxBytes int // that are kept at most, all together; 0 means DefaultMaxBytes

	kept  atomic.Int64 // bytes
	class [classes]class
	watch watch
}

// class keeps the buffers of one size, or up to twice that.
type class struct {
	mu   sync.Mutex
	free *Buffer
}

// Buffer is bytes that belong to a pool. Use B as any slice: append to it, cut
// it, assign another.
type Buffer struct {
	B []byte

	home *Pool
	next *Buffer
	seen *history
}

// Get returns an empty buffer with room for size bytes at least. It allocates
// only if no such buffer is kept. A size below 1 gets the smallest.
func (p *Pool) Get(size int) *Buffer {
	at := classAbove(size)
	if at < classes {
		if b := p.take(&p.class[at]); b != nil {
			return p.got(b)
		}
		size = 1 << (at + firstBits)
	}
	return p.got(&Buffer{B: make([]byte, 0, size), home: p})
}

// take removes a buffer from c, if there is one.
func (p *Pool) take(c *class) *Buffer {
	c.mu.Lock()
	b := c.free
	if b != nil {
		c.free, b.next = b.next, nil
	}
	c.mu.Unlock()
	if b != nil {
		p.kept.Add(-int64(cap(b.B)))
	}
	return b
}

// Put gives the buffer back. It must not be used afterwards.
func (b *Buffer) Put() {
	p := b.home
	if debugging {
		b = p.back(b)
	}
	b.B = b.B[:0]
	size := cap(b.B)
	if size < 1<<firstBits || size > limit(p.MaxSize, DefaultMaxSize) {
		return
	}
	if p.kept.Add(int64(size)) > int64(limit(p.MaxBytes, DefaultMaxBytes)) {
		p.kept.Add(-int64(size))
		return
	}
	c := &p.class[classBelow(size)]
	c.mu.Lock()
	b.next, c.free = c.free, b
	c.mu.Unlock()
}

// Kept returns how many bytes the pool keeps now.
func (p *Pool) Kept() int { return int(p.kept.Load()) }

// Trim leaves all buffers that are kept to the garbage collector.
func (p *Pool) Trim() {
	for i := range p.class {
		for p.take(&p.class[i]) != nil {
		}
	}
}

// limit returns n, or if it is not set the standard one.
func limit(n, standard int) int {
	if n == 0 {
		return standard
	}
	return n
}

// classAbove returns the class whose buffers all have room for size bytes; at
// least classes if there is none.
func classAbove(size int) int {
	if size <= 1<<firstBits {
		return 0
	}
	return bits.Len(uint(size-1)) - firstBits
}

// classBelow returns the class for a buffer of size bytes, at least the least.
// Buffers beyond the last class belong to it.
func classBelow(size int) int {
	return min(bits.Len(uint(size))-1-firstBits, classes-1)
}
