package arena

import "context"

// contextKey is the key under which a context holds an arena.
type contextKey struct{}

// NewContext returns a context that carries a: one arena per request. The code
// that made the arena ends it, after all users of the context are done.
func NewContext(ctx context.Context, a *Arena) context.Context {
	return context.WithValue(ctx, contextKey{}, a)
}

// FromContext returns the arena that ctx carries, or nil, which is the plain
// heap. The look-up costs more than an allocation: do it once, and pass the
// arena on. A goroutine that is started for the request needs an arena of its
// own, or a [Locked] one.
func FromContext(ctx context.Context) *Arena {
	a, _ := ctx.Value(contextKey{}).(*Arena)
	return a
}
