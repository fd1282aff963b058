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
	if a == nil || len(s)+len(v) <= cap(s) {
		return append(s, v...)
	}
	return append(For[T](a).extend(s, len(s)+len(v)), v...)
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
	if len(dst)+len(v) <= cap(dst) {
		return append(dst, v...)
	}
	return append(s.extend(dst, len(dst)+len(v)), v...)
}

// take hands out the first n elements of what is free.
func (s *Slab[T]) take(n int) []T {
	c := s.cur[:n:n]
	s.cur = s.cur[n:]
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

// extend returns dst with room for at least need elements.
func (s *Slab[T]) extend(dst []T, need int) []T {
	if s.a == nil || unsafe.Sizeof(*new(T)) == 0 || need < 0 {
		return append(dst, make([]T, need-len(dst))...)[:len(dst)]
	}
	if extra := need - cap(dst); extra <= s.n && s.last(dst) {
		s.take(extra)
		c := s.chunks[s.used-1]
		end := len(c) - len(s.cur)
		return c[end-need : end-need+len(dst) : end]
	}
	bigger := s.MakeSlice(len(dst), max(need, grown(cap(dst))))
	copy(bigger, dst)
	return bigger
}

// last reports whether dst is in the current chunk and ends where the free part
// begins. That the addresses meet is not enough: something else could lie just
// before the chunk.
func (s *Slab[T]) last(dst []T) bool {
	if cap(dst) == 0 || s.n == 0 || s.used == 0 {
		return false
	}
	if cap(dst) > len(s.chunks[s.used-1])-len(s.cur) {
		return false
	}
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(dst)))
	end := begin + uintptr(cap(dst))*unsafe.Sizeof(*new(T))
	return end == uintptr(unsafe.Pointer(unsafe.SliceData(s.cur)))
}

// grown returns the capacity after the given one: twice as much at first, then
// a quarter more, as append has it.
func grown(capacity int) int {
	if capacity < 256 {
		return 2 * capacity
	}
	return capacity + (capacity+3*256)/4
}
