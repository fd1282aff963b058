// Package lookup finds the backend of a name. Concurrent callers share a
// lookup, and no caller gets an answer that is older than it asked for.
package lookup

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/kit/coalesce"
)

// The reasons why there is no answer.
var (
	ErrUnknown     = errors.New("no backend has that name")
	ErrUnavailable = errors.New("the table of backends cannot be asked")
)

// Options say how old an answer may be.
type Options struct {
	// Lifetime is how old an answer may be at the time of the question. With 0
	// every answer was asked for after the question; those who ask at once share
	// it all the same.
	Lifetime time.Duration

	// Stale is how old an answer may be if the table cannot be asked.
	Stale time.Duration
}

// Table finds backends. Make it with New; it must not be copied.
type Table struct {
	opt   Options
	group *coalesce.Group[string, answer]

	questions, hits, asked, stale atomic.Uint64 // see Stats

	mu        sync.Mutex
	kept      map[string]answer // names that have a backend, and no others
	changes   uint64            // heard so far
	unwatched bool              // changes are not heard
}

type answer struct {
	backend string    // empty: the name has none
	asked   time.Time // before the question was sent

	overtaken bool // there may have been a change since: the lifetime does not count
}

// New returns a table that is asked by ask, which returns "" for a name that has no
// backend.
func New(ask func(ctx context.Context, name string) (string, error), opt Options) *Table {
	t := &Table{opt: opt, kept: make(map[string]answer)}
	t.group = coalesce.NewGroup(func(ctx context.Context, name string) (answer, error) {
		a := answer{asked: time.Now()}
		before := t.heard()
		var err error
		t.asked.Add(1)
		if a.backend, err = ask(ctx, name); err == nil {
			t.keep(name, a, before)
		}
		return a, err
	})
	return t
}

// keep keeps an answer. A name without a backend is forgotten: there are more of
// those than one could keep.
// One that a change has overtaken is not for those who ask later.
func (t *Table) keep(name string, a answer, changes uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.backend == "" {
		delete(t.kept, name)
		return
	}
	a.overtaken = t.changes != changes
	t.kept[name] = a
}

func (t *Table) heard() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.changes
}

// Changed forgets the answer for a name, whatever its lifetime, and with "" all
// answers.
func (t *Table) Changed(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changes++
	if name == "" {
		clear(t.kept)
	} else {
		delete(t.kept, name)
	}
}

// Watching says whether each change is heard from now on. While changes are not
// heard no answer has a lifetime, since nothing would end it early; but it may be
// used for as long as Stale says when the table cannot be asked. A new table takes
// lifetimes as they are.
func (t *Table) Watching(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.unwatched = !on
	t.changes++ // some may not have been heard
	for name, a := range t.kept {
		a.overtaken = true
		t.kept[name] = a
	}
}

// Backend returns the backend of a name. The error is ErrUnknown or wraps
// ErrUnavailable.
func (t *Table) Backend(ctx context.Context, name string) (string, error) {
	now := time.Now()
	t.questions.Add(1)
	if backend, ok := t.alive(name, now); ok {
		t.hits.Add(1)
		return backend, nil
	}
	a, err := t.group.Get(ctx, name)
	if err != nil {
		if a, ok := t.recent(name, now, t.opt.Stale); ok {
			t.stale.Add(1)
			return a.backend, nil
		}
		return "", fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if a.backend == "" {
		return "", ErrUnknown
	}
	return a.backend, nil
}

// Stats are how often things happened since the table was made.
type Stats struct {
	Questions uint64 // calls of Backend; those not counted below shared a lookup
	Kept      uint64 // answered by an answer that was alive
	Asked     uint64 // lookups, also those that failed
	Stale     uint64 // answered by one that was kept, after a lookup that failed
}

// Stats returns the counts so far. Each is exact; they are read one after another.
func (t *Table) Stats() Stats {
	return Stats{Questions: t.questions.Load(), Kept: t.hits.Load(),
		Asked: t.asked.Load(), Stale: t.stale.Load()}
}

// alive returns the answer that is kept, if its lifetime has not ended.
func (t *Table) alive(name string, now time.Time) (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.kept[name]
	return a.backend, ok && t.opt.Lifetime > 0 && !t.unwatched && !a.overtaken &&
		now.Sub(a.asked) <= t.opt.Lifetime
}

// recent returns the answer that is kept, if it was asked for at most age ago.
func (t *Table) recent(name string, now time.Time, age time.Duration) (answer, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.kept[name]
	return a, ok && now.Sub(a.asked) <= age
}
