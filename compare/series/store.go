package series

import (
	"context"

	"github.com/wring-go/wring/alloc"
)

// Store keeps the books of commits from one time to the next, such as a database.
type Store interface {
	// Get returns the books that were kept under key; none when there are not
	// any.
	Get(ctx context.Context, key Key) ([]*alloc.Record, error)
	// Put keeps books under key, in place of others.
	Put(ctx context.Context, key Key, runs []*alloc.Record) error
	Close() error
}

// Key says what was measured, and how.
type Key struct {
	Tree     string // git's name for the sources
	Dir      string // the folder below the top that was measured
	Settings string // everything else that counts depend on
}

// forgetful is the store that keeps nothing.
type forgetful struct{}

func (forgetful) Get(context.Context, Key) ([]*alloc.Record, error) { return nil, nil }

func (forgetful) Put(context.Context, Key, []*alloc.Record) error { return nil }

func (forgetful) Close() error { return nil }
