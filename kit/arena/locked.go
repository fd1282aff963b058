package arena

import "sync"

// Locked is an arena for several goroutines. The lock costs more than an
// allocation: an arena for each goroutine is faster. What the arena hands out is
// not protected, only the handing out. The zero value is an empty arena.
type Locked struct {
	mu sync.Mutex
	a  Arena
}

// Do calls f with the arena with exclusive use of it: for several allocations
// under one lock. f must not keep the arena.
func (l *Locked) Do(f func(*Arena)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(&l.a)
}

// Free ends the arena; see [Arena.Free]. Allocations in other goroutines panic
// from then on.
func (l *Locked) Free() { l.Do((*Arena).Free) }

// Recycle takes everything back; see [Arena.Recycle]. No other goroutine may
// still use what it was given.
func (l *Locked) Recycle(keep int) { l.Do(func(a *Arena) { a.Recycle(keep) }) }

// String returns a copy of s in the arena.
func (l *Locked) String(s string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return String(&l.a, s)
}

// Concat returns the parts one after the other, as a string in the arena.
func (l *Locked) Concat(parts ...string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Concat(&l.a, parts...)
}

// LockedFor returns l's memory for values of type T, for any number of
// goroutines.
func LockedFor[T any](l *Locked) LockedSlab[T] {
	l.mu.Lock()
	defer l.mu.Unlock()
	return LockedSlab[T]{l, For[T](&l.a)}
}

// LockedSlab is a [Slab] whose methods take the lock of a [Locked] arena.
type LockedSlab[T any] struct {
	l *Locked
	s *Slab[T]
}

// New returns a pointer to a zero T.
func (s LockedSlab[T]) New() *T {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	return s.s.New()
}

// Of returns a pointer to a copy of v.
func (s LockedSlab[T]) Of(v T) *T {
	p := s.New()
	*p = v
	return p
}

// MakeSlice returns a slice of zeros, like make([]T, length, capacity).
func (s LockedSlab[T]) MakeSlice(length, capacity int) []T {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	return s.s.MakeSlice(length, capacity)
}

// Append appends v to dst; see the function [Append].
func (s LockedSlab[T]) Append(dst []T, v ...T) []T {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	return s.s.Append(dst, v...)
}
