// Package route tells profiles, dumps and logs which route of a service they
// are about. All of them use one name: the pattern under which a handler was
// registered.
//
//	mux := route.NewMux()
//	mux.HandleFunc("GET /posts/{id}", post)
//	log := route.Log{To: os.Stdout}
//	http.ListenAndServe(addr, log.Handler(mux))
//
// While a handler runs, its goroutine has the profiler label route, and so have
// the goroutines that it starts. CPU and goroutine profiles hold it, and from
// Go 1.27 on the stacks of a crash do. wring access reads the log; wring live and
// wring run join all of them by route. None of it allocates.
//
// A router of another kind calls [Labels.Set] and [Clear] in its own middleware.
package route

import (
	"context"
	"net/http"
	"runtime/pprof"
	"sync"
)

// Label is the key of the profiler label.
const Label = "route"

// Labels keeps the labels of routes, for routers that know the pattern only when
// a request has come. The zero value has none yet. It grows with the patterns, so
// it is not for paths. It must not be copied after its first use.
type Labels struct {
	mu sync.RWMutex
	of map[string]context.Context // guarded by mu
}

// Set gives the current goroutine the label of a route, in place of all labels
// that it has. Goroutines that it starts get the label too. Call [Clear] when
// the request is answered: servers use a goroutine again.
func (l *Labels) Set(pattern string) {
	l.mu.RLock()
	ctx, ok := l.of[pattern]
	l.mu.RUnlock()
	if !ok {
		ctx = l.add(pattern)
	}
	pprof.SetGoroutineLabels(ctx)
}

func (l *Labels) add(pattern string) context.Context {
	ctx := labelled(pattern)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[string]context.Context{}
	}
	l.of[pattern] = ctx
	return ctx
}

// labelled returns a context with the label of a route.
func labelled(pattern string) context.Context {
	return pprof.WithLabels(context.Background(), pprof.Labels(Label, pattern))
}

// Clear takes all labels from the current goroutine.
func Clear() { pprof.SetGoroutineLabels(context.Background()) }

// Mux is an [http.ServeMux] that labels the goroutines of its handlers with the
// patterns under which they are registered.
type Mux struct{ mux http.ServeMux }

// NewMux returns a Mux without handlers.
func NewMux() *Mux { return &Mux{} }

// Handle registers a handler as [http.ServeMux.Handle] does, and panics as it
// does.
func (m *Mux) Handle(pattern string, h http.Handler) {
	if h == nil {
		panic("route: nil handler")
	}
	m.mux.Handle(pattern, Handler(pattern, h))
}

// HandleFunc registers a function as [http.ServeMux.HandleFunc] does.
func (m *Mux) HandleFunc(pattern string, h func(http.ResponseWriter, *http.Request)) {
	if h == nil {
		panic("route: nil handler")
	}
	m.Handle(pattern, http.HandlerFunc(h))
}

// ServeHTTP dispatches the request. What no handler is registered for has no
// label.
func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.mux.ServeHTTP(w, r) }

// Handler returns a handler that runs h under the label of a pattern.
func Handler(pattern string, h http.Handler) http.Handler {
	return &labelling{labelled(pattern), h}
}

type labelling struct {
	label context.Context
	next  http.Handler
}

// ServeHTTP labels the goroutine until the handler returns or panics.
func (l *labelling) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	pprof.SetGoroutineLabels(l.label)
	defer Clear()
	l.next.ServeHTTP(w, r)
}
