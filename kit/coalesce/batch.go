package coalesce

import (
	"context"
	"fmt"
	"runtime/debug"
)

// A batch is the callers that share one run. No caller joins once it has begun.
type batch[V any] struct {
	ctx    context.Context
	cancel context.CancelFunc

	// callers is how many still wait. The group's mutex guards it.
	callers int

	// done is closed when the fields below are final.
	done     chan struct{}
	value    V
	err      error
	panicked *Panic
}

// newBatch returns a batch without callers. Its context has the values of first.
func newBatch[V any](first context.Context) *batch[V] {
	ctx, cancel := context.WithCancel(context.WithoutCancel(first))
	return &batch[V]{ctx: ctx, cancel: cancel, done: make(chan struct{})}
}

// catch is deferred around the run and keeps its panic, if any.
func (b *batch[V]) catch() {
	if r := recover(); r != nil {
		b.panicked = &Panic{Value: r, Stack: debug.Stack()}
	}
}

// finish hands the result to the callers.
func (b *batch[V]) finish() {
	b.cancel()
	close(b.done)
}

// result returns what the run returned, or panics as it did. It must not be
// called before done is closed.
func (b *batch[V]) result() (V, error) {
	if b.panicked != nil {
		panic(b.panicked)
	}
	return b.value, b.err
}

// Panic is the value with which the callers of a shared run panic if the
// function did. All callers of the run get the same one.
type Panic struct {
	Value any    // what the function panicked with
	Stack []byte // where: the stack of the goroutine that ran the function, as text
}

// Error returns the value as text, and the stack of the function.
func (p *Panic) Error() string {
	return fmt.Sprintf("%v\n\ncoalesce: the function panicked here:\n%s", p.Value, p.Stack)
}

// Unwrap returns the value, if it is an error, and else nil.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
