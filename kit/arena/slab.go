package arena

import "unsafe"

// The sizes of chunks in bytes. The first is small because an arena has one for
// each type; the last is the most that a single kept pointer can hold on to,
// and beyond it nothing becomes faster. A slice that would fill more than a
// quarter of a chunk is allocated apart, so no chunk loses more than that.
const (
	firstChunk = 4 << 10
	lastChunk  = 64 << 10
	quarter    = 4
)

// Slab is an arena's memory for values of type T; [For] returns it. It hands
// out objects from the end of a chunk and slices from its beginning, so that
// the last slice can grow in place.
//
// Chunks are ordinary slices of T. The collector sees every pointer in them,
// and memory that held a T never holds anything else.
type Slab[T any] struct {
	// New must fit into the compiler's budget for inlining. That is why n counts
	// down, why New does not look at a, and why these are not in a struct.
	n    int // how many elements are free: cur[:n]
	cur  []T // the current chunk without the slices at its beginning
	lead int // how many elements those slices have

	a      *Arena // nil: this is the plain heap
	used   int    // chunks[:used] are in use, and the last of them is current
	chunks [][]T
	apart  [][]T // large slices that were handed out
	spare  [][]T // large slices to be handed out again
	taken  int   // spare[:taken] were
}

// New returns a pointer to a zero T.
func (s *Slab[T]) New() *T {
	if s.n == 0 {
		s.grow()
	}
	s.n--
	return &s.cur[s.n]
}

// Of returns a pointer to a copy of v.
func (s *Slab[T]) Of(v T) *T {
	p := s.New()
	*p = v
	return p
}

// grow makes n positive.
//
//go:noinline
func (s *Slab[T]) grow() {
	switch {
	case s.a == nil:
		s.cur, s.n = make([]T, 1), 1
	case s.a.freed:
		panic("arena: allocation after Free")
	case s.a.tracks():
		s.cur, s.n = track[T](s.a, 1), 1
	default:
		s.next()
	}
}

// next makes the next chunk the current one.
func (s *Slab[T]) next() {
	if s.used == len(s.chunks) {
		s.chunks = append(s.chunks, make([]T, s.chunkLen()))
	}
	s.cur = s.chunks[s.used]
	s.n, s.lead = len(s.cur), 0
	s.used++
}

// chunkLen returns how many elements the next chunk has. Eight bytes are left
// for the allocator, which puts a word before memory with pointers in it.
func (s *Slab[T]) chunkLen() int {
	size := int(unsafe.Sizeof(*new(T)))
	if size == 0 {
		return lastChunk // takes no memory
	}
	return max(1, (s.chunkBytes()-8)/size)
}

// chunkBytes returns the size of the next chunk.
func (s *Slab[T]) chunkBytes() int {
	if s.used < 4 {
		return firstChunk << s.used
	}
	return lastChunk
}

func (s *Slab[T]) bytes() int {
	return total(s.chunks) + total(s.apart) + total(s.spare[s.taken:])
}

func total[T any](list [][]T) (n int) {
	for _, c := range list {
		n += size(c)
	}
	return n
}

// size returns how many bytes c occupies.
func size[T any](c []T) int { return cap(c) * int(unsafe.Sizeof(*new(T))) }

func (s *Slab[T]) free() { *s = Slab[T]{a: s.a} }

func (s *Slab[T]) forget() {
	if s.a.tracks() {
		s.cur, s.n = nil, 0
	}
}

// stretches returns what was handed out of chunk i: all of it, or of the current
// chunk the slices at its beginning and the objects at its end.
func (s *Slab[T]) stretches(i int) (slices, objects []T) {
	c := s.chunks[i]
	if i < s.used-1 {
		return c, nil
	}
	return c[:s.lead], s.cur[s.n:]
}

// each calls f for every stretch of memory that was handed out.
func (s *Slab[T]) each(f func([]T)) {
	for i := range s.used {
		slices, objects := s.stretches(i)
		f(slices)
		f(objects)
	}
	for _, c := range s.apart {
		f(c[:cap(c)])
	}
}

func (s *Slab[T]) recycle(keep int) int {
	kept := 0
	for _, c := range s.chunks {
		if size(c) > keep {
			break
		}
		keep -= size(c)
		kept++
	}
	for i := range min(kept, s.used) {
		slices, objects := s.stretches(i)
		clear(slices)
		clear(objects)
	}
	clear(s.chunks[kept:])
	s.chunks = s.chunks[:kept]
	s.used, s.cur, s.n, s.lead = 0, nil, 0, 0
	return s.recycleApart(keep)
}

// recycleApart makes spare ones of the large slices that fit into keep. Those
// that were just in use come first, in the order in which they were wanted. Of
// the unused ones as much is kept as was in use, or half if that is more:
// slices of ever other sizes must not pile up.
func (s *Slab[T]) recycleApart(keep int) int {
	idle := max(total(s.apart), total(s.spare[s.taken:])/2)
	list := s.apart[:0]
	for _, c := range s.apart {
		if size(c) <= keep {
			keep -= size(c)
			clear(c[:cap(c)])
			list = append(list, c)
		}
	}
	clear(s.apart[len(list):])
	for _, c := range s.spare[s.taken:] {
		if size(c) <= min(keep, idle) {
			idle -= size(c)
			keep -= size(c)
			list = append(list, c)
		}
	}
	clear(s.spare)
	s.apart, s.spare, s.taken = s.spare[:0], list, 0
	return keep
}
