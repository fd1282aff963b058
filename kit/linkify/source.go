package linkify

import (
	"context"
	"sync/atomic"

	"github.com/wring-go/wring/kit/coalesce"
)

// Source keeps a linker in step with keywords that are kept elsewhere. Make it
// with [NewSource].
type Source struct {
	cache *coalesce.Cache[*Linker]
	last  atomic.Pointer[Linker]
}

// NewSource returns a source that is brought up to date by update. It gets the
// last linker, without keywords at first, and returns the next: for example
// with what has changed since ([Linker.With], [Linker.Without]), or with all
// there is ([Linker.Update]). It never runs twice at once, and what it returned
// with an error is not kept.
func NewSource(update func(ctx context.Context, last *Linker) (*Linker, error)) *Source {
	s := &Source{}
	s.last.Store(new(Linker))
	s.cache = coalesce.New(func(ctx context.Context) (*Linker, error) {
		l, err := update(ctx, s.last.Load())
		if err != nil {
			return nil, err
		}
		s.last.Store(l)
		return l, nil
	})
	return s
}

// Linker returns a linker from an update that began after the call, so it knows
// every keyword that was there before. Callers that come while an update runs
// share the next one.
func (s *Source) Linker(ctx context.Context) (*Linker, error) {
	return s.cache.Get(ctx)
}

// Last returns the linker of the last update that has ended. It never waits and
// is never nil.
func (s *Source) Last() *Linker {
	return s.last.Load()
}
