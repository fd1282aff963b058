package series

import (
	"context"

	"github.com/wring-go/wring/alloc"
)

// Store keeps the measurements of commits between runs, as a database does.
type Store interface {
	// Get returns the records kept under key, or none.
	Get(ctx context.Context, key Key) ([]*alloc.Record, error)
	// Put keeps records under key and replaces earlier ones.
	Put(ctx context.Context, key Key, runs []*alloc.Record) error
	Close() error
}

// Key says what was measured, and how.
type Key struct {
	Tree     string // git's name for the sources
	Dir      string // the folder below the top that was measured
	Settings string // everything else that counts depend on
}

// noStore is a store that keeps nothing.
type noStore struct{}

func (noStore) Get(context.Context, Key) ([]*alloc.Record, error) { return nil, nil }

func (noStore) Put(context.Context, Key, []*alloc.Record) error { return nil }

func (noStore) Close() error { return nil }
