// Package coalesce lets many callers share an expensive computation without
// ever handing out a result that was begun before it was asked for: a cache
// whose entries live for zero time.
//
// The rule: a call gets the result of a run that began after the call. Runs for
// one key never overlap, and behind the one that runs at most one is queued. So
// a hundred requests that arrive while a page is rendered cost one more
// rendering, which begins when the present one ends and which they all share.
//
//	pages := coalesce.NewGroup(func(ctx context.Context, id int64) (*Page, error) {
//		return render(ctx, id) // reads the database
//	})
//
//	insertPost(id, post)
//	page, err := pages.Get(ctx, id) // holds the post, whoever rendered it
//
// A single-flight group, which lets callers join a run that is under way, would
// hand out pages without the post.
//
// # Contexts, errors and panics
//
// A caller that finds nothing running runs the function itself, in its own
// goroutine and with its own context, and makes no allocation. It returns when
// the function does.
//
// Callers that have to wait share a run in a goroutine of its own. Each may
// leave when its own context is done; what the others wait for goes on. The
// context of a shared run carries the values of the caller that queued first,
// no deadline, and is cancelled when the last caller has left. A batch that all
// have left before it began does not run.
//
// Errors go to the callers of the run that failed and are not kept. So do
// panics: the caller that runs the function itself sees its panic as it is, and
// those that share a run panic with a *[Panic] each. If all had left, the panic
// is dropped.
//
// # What is not safe
//
// The callers of one run get the same value. If it holds pointers, it must be
// treated as read-only. The function must not ask its own group for its own
// key: it would wait for itself.
package coalesce

import (
	"context"
	"errors"
	"sync"
)

// ErrExited is what the callers of a shared run get if the function ended its
// goroutine by runtime.Goexit.
var ErrExited = errors.New("coalesce: the function ended its goroutine without returning")

// Group shares the runs of a function among the callers that ask for the same
// key. Different keys have nothing to do with each other. Make it with
// [NewGroup]; it must not be copied.
//
// A key costs memory only while it is asked for. A key that is not equal to
// itself, such as a NaN, is never shared.
type Group[K comparable, V any] struct {
	run func(context.Context, K) (V, error)

	mu sync.Mutex

	// busy holds the keys of which a run is under way, and the callers that
	// wait for the next: nil while there are none.
	busy map[K]*batch[V]
}

// NewGroup returns a group that runs run. It may run for several keys at once,
// but never twice at once for one.
func NewGroup[K comparable, V any](run func(context.Context, K) (V, error)) *Group[K, V] {
	return &Group[K, V]{run: run, busy: make(map[K]*batch[V])}
}

// Get returns the result of a run for key that begins after the call to Get.
//
// If ctx is done before there is a result, Get returns the context's cause. If
// nothing is running for key, Get runs the function itself and leaves it to the
// function to mind ctx.
func (g *Group[K, V]) Get(ctx context.Context, key K) (V, error) {
	if ctx.Err() != nil {
		var none V
		return none, context.Cause(ctx)
	}
	if key != key { // Also panics here, not under the lock, if keys cannot be compared.
		return g.run(ctx, key)
	}
	b := g.enter(ctx, key)
	if b != nil {
		return g.wait(ctx, key, b)
	}
	defer g.next(key)
	return g.run(ctx, key)
}

// enter returns the batch that the caller has joined, or nil if nothing was
// running for key: then it is the caller that runs now.
func (g *Group[K, V]) enter(ctx context.Context, key K) *batch[V] {
	g.mu.Lock()
	defer g.mu.Unlock()
	b, busy := g.busy[key]
	if !busy {
		g.busy[key] = nil
		return nil
	}
	if b == nil {
		b = newBatch[V](ctx)
		g.busy[key] = b
	}
	b.callers++
	return b
}

// next is called when a run for key has ended. It starts the batch that waits.
func (g *Group[K, V]) next(key K) {
	g.mu.Lock()
	defer g.mu.Unlock()
	b := g.busy[key]
	if b == nil {
		delete(g.busy, key)
		return
	}
	g.busy[key] = nil // From here on it is too late to join b.
	go g.runBatch(key, b)
}

// runBatch runs the function for the callers in b. They are released after the
// key is free again, so that one that asks anew need not queue.
func (g *Group[K, V]) runBatch(key K, b *batch[V]) {
	defer b.finish()
	defer g.next(key)
	defer b.catch()
	b.err = ErrExited
	b.value, b.err = g.run(b.ctx, key)
}

// wait returns what the run of b returned, or panics as it did, unless ctx is
// done before.
func (g *Group[K, V]) wait(ctx context.Context, key K, b *batch[V]) (V, error) {
	select {
	case <-b.done:
		return b.result()
	case <-ctx.Done():
	}
	select {
	case <-b.done: // Both had happened; the result is worth more.
		return b.result()
	default:
	}
	g.leave(key, b)
	var none V
	return none, context.Cause(ctx)
}

// leave takes a caller out of b. The last one cancels the run, or, if it has
// not begun, strikes it off.
func (g *Group[K, V]) leave(key K, b *batch[V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	b.callers--
	if b.callers > 0 {
		return
	}
	b.cancel()
	if g.busy[key] == b {
		g.busy[key] = nil
	}
}
