package pool

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// poison is what the bytes of a kept buffer are in a debug build.
const poison = 0xDB

// watch knows the buffers that are out. It is used in debug builds only.
type watch struct {
	mu  sync.Mutex
	out map[*history]bool
}

// history is where a buffer was got, and where it was put back. Each Get of a
// debug build gives a buffer with a history of its own, so that one which is
// put back late is not taken for the next.
type history struct {
	got, put []uintptr
}

// got notes that b leaves the pool, in a debug build.
func (p *Pool) got(b *Buffer) *Buffer {
	if !debugging {
		return b
	}
	if b.seen != nil {
		b.seen.unharmed(b)
	}
	fresh := &Buffer{B: b.B, home: p, seen: &history{got: callers()}}
	p.watch.mu.Lock()
	defer p.watch.mu.Unlock()
	if p.watch.out == nil {
		p.watch.out = make(map[*history]bool)
	}
	p.watch.out[fresh.seen] = true
	return fresh
}

// back notes that b returns and gives the pool a buffer of its own, so that b
// cannot be mistaken for it. It panics if b is back already.
func (p *Pool) back(b *Buffer) *Buffer {
	p.watch.mu.Lock()
	defer p.watch.mu.Unlock()
	if !p.watch.out[b.seen] {
		panic("pool: a buffer is put back twice; the first time was in\n" + where(b.seen.put))
	}
	delete(p.watch.out, b.seen)
	b.seen.put = callers()
	kept := &Buffer{B: b.B, home: p, seen: b.seen}
	all := kept.B[:cap(kept.B)]
	for i := range all {
		all[i] = poison
	}
	return kept
}

// unharmed panics if b was written to while it was kept.
func (h *history) unharmed(b *Buffer) {
	for i, c := range b.B[:cap(b.B)] {
		if c != poison {
			panic(fmt.Sprintf("pool: byte %d of a buffer was written after it was put back in\n%s",
				i, where(h.put)))
		}
	}
}

// Leaks returns, in a debug build, where the buffers were got that are not back:
// a stack each, as text, in an order of no meaning. Otherwise it returns nil.
func (p *Pool) Leaks() []string {
	p.watch.mu.Lock()
	defer p.watch.mu.Unlock()
	var found []string
	for h := range p.watch.out {
		found = append(found, where(h.got))
	}
	slices.Sort(found)
	return found
}

// callers returns the stack of who called Get or Put.
func callers() []uintptr {
	pcs := make([]uintptr, 32)
	const own = 4 // Callers, callers, got or back, Get or Put
	return pcs[:runtime.Callers(own, pcs)]
}

// where returns a stack as text, a function and a place for each frame.
func where(pcs []uintptr) string {
	var text strings.Builder
	frames := runtime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		fmt.Fprintf(&text, "\t%s\n\t\t%s:%d\n", f.Function, f.File, f.Line)
		if !more {
			return text.String()
		}
	}
}
