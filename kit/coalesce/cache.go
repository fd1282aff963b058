package coalesce

import "context"

// Cache shares the runs of a function that has no key: a Group of one. Make
// it with [New]; it must not be copied.
type Cache[V any] struct {
	group *Group[struct{}, V]
}

// New returns a cache that runs run, never twice at once.
func New[V any](run func(context.Context) (V, error)) *Cache[V] {
	return &Cache[V]{NewGroup(func(ctx context.Context, _ struct{}) (V, error) {
		return run(ctx)
	})}
}

// Get returns the result of a run that begins after the call to Get. It is
// [Group.Get] without a key.
func (c *Cache[V]) Get(ctx context.Context) (V, error) {
	return c.group.Get(ctx, struct{}{})
}
