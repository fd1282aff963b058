// Package shard is a map that is split by key.
package shard

import "sync"

type part[K comparable, V any] struct {
	sync.RWMutex
	m map[K]V
}

// Map is split into parts.
type Map[K comparable, V any] struct {
	parts [4]part[K, V]
	hash  func(K) int
}

func New[K comparable, V any](hash func(K) int) *Map[K, V] {
	m := &Map[K, V]{hash: hash}
	for i := range m.parts {
		m.parts[i].m = map[K]V{}
	}
	return m
}

func (m *Map[K, V]) part(k K) *part[K, V] { return &m.parts[m.hash(k)%len(m.parts)] }

// Update changes one value.
func (m *Map[K, V]) Update(k K, f func(V) V) {
	p := m.part(k)
	p.Lock()
	defer p.Unlock()
	p.m[k] = f(p.m[k])
}

// Load reads one value.
func (m *Map[K, V]) Load(k K) V {
	p := m.part(k)
	p.RLock()
	defer p.RUnlock()
	return p.m[k]
}
