// Package dep is a dependency with locks of its own.
package dep

import "sync"

// Registry keeps names.
type Registry struct {
	names map[string]int
	lock  sync.RWMutex
}

func New() *Registry { return &Registry{names: map[string]int{}} }

// Each calls f with the registry locked.
func (r *Registry) Each(f func(name string)) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for name := range r.names {
		f(name)
	}
}

// Add adds a name.
func (r *Registry) Add(name string) int {
	r.lock.Lock()
	r.names[name]++
	n := r.names[name]
	r.lock.Unlock()
	return n
}

// Get reads a name.
func (r *Registry) Get(name string) int {
	r.lock.RLock()
	defer r.lock.RUnlock()
	return r.names[name]
}

// Guard is embedded by users.
type Guard struct {
	pad [3]int
	sync.Mutex
}

// With runs f under the lock.
func (g *Guard) With(f func()) {
	g.Lock()
	f()
	g.Unlock()
}

// Queue hands strings from goroutine to goroutine.
type Queue struct{ items chan string }

func NewQueue() *Queue { return &Queue{items: make(chan string)} }

// Push waits until another goroutine takes the item.
func (q *Queue) Push(item string) { q.items <- item }

// Pop waits for an item.
func (q *Queue) Pop() string { return <-q.items }
