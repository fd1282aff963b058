package arena

import "unsafe"

// MakeSlice returns a slice of zeros in a, like make([]T, len, cap).
func MakeSlice[T any](a *Arena, len, cap int) []T {
	if a == nil {
		return make([]T, len, cap)
	}
	return For[T](a).MakeSlice(len, cap)
}

// Append appends v to s, like append. When there is no room it gets more from a:
// in place if s is the last slice of its type that a handed out, and with a copy
// otherwise. What was appended in place shares its beginning with s, which
// append does only when cap(s) allows it.
//
// s need not come from a. When it has room, it keeps its memory.
func Append[T any](a *Arena, s []T, v ...T) []T {
	if a == nil {
		return append(s, v...)
	}
	if len(s)+len(v) <= cap(s) {
		return put(s, v)
	}
	return For[T](a).Append(s, v...)
}

// put appends v to s, which has room. One element, which is what most calls
// append, is stored by itself: copying slices of pointers is a call.
func put[T any](s, v []T) []T {
	if len(v) != 1 {
		return append(s, v...)
	}
	n := len(s)
	s = s[:n+1]
	s[n] = v[0]
	return s
}

// MakeSlice returns a slice of zeros, like make([]T, length, capacity).
func (s *Slab[T]) MakeSlice(length, capacity int) []T {
	if s.a == nil || uint(length) > uint(capacity) || unsafe.Sizeof(*new(T)) == 0 {
		return make([]T, length, capacity) // panics like make, too
	}
	if capacity <= s.n && capacity > 0 {
		return s.take(capacity)[:length]
	}
	return s.more(capacity)[:length]
}

// Append appends v to dst; see the function [Append].
func (s *Slab[T]) Append(dst []T, v ...T) []T {
	need := len(dst) + len(v)
	switch {
	case need <= cap(dst):
	case need-cap(dst) > s.n:
		dst = s.move(dst, need)
	case cap(dst) == 0:
		dst = s.take(need)[:0]
	case s.last(dst):
		dst = s.lengthen(dst, need)
	default:
		dst = s.move(dst, need)
	}
	return put(dst, v)
}

// take hands out the first n elements of what is free.
func (s *Slab[T]) take(n int) []T {
	c := s.cur[:n:n]
	s.cur = s.cur[n:]
	s.lead += n
	s.n -= n
	return c
}

// more returns n elements when the current chunk does not have them.
//
//go:noinline
func (s *Slab[T]) more(n int) []T {
	switch {
	case s.a.freed:
		panic("arena: allocation after Free")
	case n == 0:
		return []T{}
	case s.a.tracks():
		return track[T](s.a, n)
	case n > s.chunkLen()/quarter:
		return s.large(n)
	}
	s.next()
	return s.take(n)
}

// large returns n elements with memory of their own. Of the spare ones it looks
// at a few only; those that fit are found at once when every round is like the
// one before. One that is more than four times too large is left for others.
func (s *Slab[T]) large(n int) []T {
	for i := s.taken; i < min(len(s.spare), s.taken+16); i++ {
		c := s.spare[i]
		if cap(c) < n || cap(c)/quarter > n {
			continue
		}
		s.spare[i] = s.spare[s.taken]
		s.spare[s.taken] = nil
		s.taken++
		s.apart = append(s.apart, c)
		return c[:n:n]
	}
	c := make([]T, n)
	s.apart = append(s.apart, c)
	return c
}

// lengthen returns dst, which is the last slice, with the capacity need, for
// which there is room behind it.
func (s *Slab[T]) lengthen(dst []T, need int) []T {
	extra := need - cap(dst)
	s.cur = s.cur[extra:]
	s.lead += extra
	s.n -= extra
	return unsafe.Slice(unsafe.SliceData(dst), need)[:len(dst)]
}

// move returns a copy of dst with room for at least need elements.
//
//go:noinline
func (s *Slab[T]) move(dst []T, need int) []T {
	if s.a == nil || unsafe.Sizeof(*new(T)) == 0 || need < 0 {
		return append(dst, make([]T, need-len(dst))...)[:len(dst)]
	}
	bigger := s.MakeSlice(len(dst), max(need, grown(cap(dst))))
	copy(bigger, dst)
	return bigger
}

// last reports whether dst is in the current chunk and ends where the free part
// begins, which has an element at least. That the addresses meet is not enough:
// something else could lie just before the chunk.
func (s *Slab[T]) last(dst []T) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(dst)))
	end := begin + uintptr(cap(dst))*unsafe.Sizeof(*new(T))
	return end == uintptr(unsafe.Pointer(unsafe.SliceData(s.cur))) && cap(dst) <= s.lead
}

// grown returns the capacity after the given one: twice as much at first, then
// a quarter more, as append has it.
func grown(capacity int) int {
	if capacity < 256 {
		return 2 * capacity
	}
	return capacity + (capacity+3*256)/4
}
