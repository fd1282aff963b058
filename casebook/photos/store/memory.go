package store

import (
	"context"
	"sync"
)

// Memory is what a process remembers of the database. It is asked instead of it
// and told of each change, so there must be one process only.
//
// A change goes to the database first. When it is not known what became of it,
// there is doubt, and all is loaded again before anything is answered.
type memory struct {
	sync.RWMutex
	doubt bool

	// load replaces all that is remembered. The lock is held.
	load func(context.Context) error
}

// Load loads everything.
func (m *memory) Load(ctx context.Context) error {
	m.Lock()
	defer m.Unlock()
	err := m.load(ctx)
	m.doubt = err != nil
	return err
}

// Doubt has everything loaded again before it is asked for.
func (m *memory) Doubt() {
	m.Lock()
	m.doubt = true
	m.Unlock()
}

// read locks for reading when there is no doubt. Without an error, the caller
// unlocks.
func (m *memory) read(ctx context.Context) error {
	for {
		m.RLock()
		if !m.doubt {
			return nil
		}
		m.RUnlock()
		if err := m.Load(ctx); err != nil {
			return err
		}
	}
}
