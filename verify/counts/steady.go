package counts

import (
	"sync"
	"sync/atomic"
)

// steady remembers, by full name, benchmarks whose counts came out the same each time they
// were repeated: a figure that is no whole number is then the mean of different operations,
// and no chance. It may be used concurrently.
type steady struct {
	sequential atomic.Bool // both sides of a change can only be counted one after the other

	mu    sync.Mutex
	names map[string]bool
}

func (s *steady) has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[name]
}

func (s *steady) add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names == nil {
		s.names = map[string]bool{}
	}
	s.names[name] = true
}
