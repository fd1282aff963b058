package differential

import (
	"bytes"
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/reach"
)

// loads remembers packages that were read: the next change mostly has the same old code. They are
// few, as many as may be compared at the same time, because each holds the types of all that it
// imports. It may be used concurrently, but not for two changes of one package at once.
type loads struct {
	loader *load.Loader // may be nil
	mu     sync.Mutex
	last   []loaded
}

// loaded is a package as it is before a change.
type loaded struct {
	change verify.Change
	pkg    *reach.Package
}

// load returns the package of that import path before and after a change.
func (l *loads) load(ctx context.Context, c verify.Change, path string) (*reach.Package, error) {
	if known := l.find(c, path); known != nil {
		return known.With(c.New)
	}
	pkg, err := reach.Load(ctx, l.loader, c, path)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = slices.DeleteFunc(l.last, func(p loaded) bool { return p.pkg.Path == path })
	l.last = append(l.last, loaded{c, pkg})
	l.last = l.last[max(0, len(l.last)-runtime.GOMAXPROCS(0)):]
	return pkg, nil
}

// find returns the package if it was read with the old code of the change; else nil.
func (l *loads) find(c verify.Change, path string) *reach.Package {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.last {
		same := p.change.Dir == c.Dir && p.change.Tags == c.Tags &&
			slices.Equal(p.change.Env, c.Env) && maps.EqualFunc(p.change.Old, c.Old, bytes.Equal)
		if same && p.pkg.Path == path {
			return p.pkg
		}
	}
	return nil
}
