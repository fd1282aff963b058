package load

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/wring-go/wring/alloc"
)

// Loader loads packages as [Typed] does, several times with different overlays. The go
// command is asked once as long as no overlay changes what packages there are, and what an
// overlay does not concern is type-checked once. What it returns is shared: it must not be
// changed. Files on disk must not change while it is in use. The zero value has loaded
// nothing; a Loader may be used concurrently.
type Loader struct {
	mu   sync.Mutex
	last []*view // the one that was used last comes last
}

// most is how many views a Loader remembers: the code before a change and after it, of two
// packages that are rewritten at the same time.
const most = 4

// Typed returns what the function [Typed] does. A nil Loader remembers nothing.
func (l *Loader) Typed(ctx context.Context, cfg Config) ([]*Checked, []alloc.Warning, error) {
	v, targets, err := l.see(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	pkgs, err := v.check(ctx, targets)
	if err != nil {
		return nil, nil, err
	}
	warnings := complaints(pkgs)
	if !slices.ContainsFunc(pkgs, func(p *Checked) bool { return len(p.Syntax) > 0 }) {
		return nil, nil, explain(ctx, cfg, nothing(cfg, append(warnings, v.graph.said...)))
	}
	return pkgs, warnings, nil
}

// see returns a view of what is asked for, and the packages of it.
func (l *Loader) see(ctx context.Context, cfg Config) (*view, []*listed, error) {
	if l == nil {
		l = new(Loader)
	}
	if v, targets := l.find(cfg); v != nil {
		return v, targets, nil
	}
	v, err := look(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	l.keep(v)
	return v, once(v.graph.packages), nil
}

// Needed is a package that another needs to be built.
type Needed struct {
	Path     string
	Standard bool     // part of the standard library
	Imports  []string // paths, "C" among them
}

// Needs returns the packages that those of the patterns need without their tests, and these
// themselves, each after those that it imports.
func (l *Loader) Needs(ctx context.Context, cfg Config) ([]Needed, error) {
	cfg.NoTests = true
	v, targets, err := l.see(ctx, cfg)
	if err != nil {
		return nil, err
	}
	var list []Needed
	seen := map[string]bool{}
	var visit func(p *listed)
	visit = func(p *listed) {
		if p == nil || seen[p.ImportPath] {
			return
		}
		seen[p.ImportPath] = true
		for _, id := range p.Imports {
			visit(v.graph.byID[id])
		}
		list = append(list, Needed{Path: p.ImportPath, Standard: p.Standard, Imports: p.Imports})
	}
	for _, p := range targets {
		visit(p)
	}
	return list, nil
}

// find returns a view of what is asked for, and the packages of it. It is nil where the go
// command must be asked.
func (l *Loader) find(cfg Config) (*view, []*listed) {
	l.mu.Lock()
	last := slices.Clone(l.last)
	l.mu.Unlock()
	var base *view
	for _, v := range slices.Backward(last) {
		targets := v.answers(cfg)
		if targets == nil {
			continue
		}
		if maps.EqualFunc(v.cfg.Overlay, cfg.Overlay, bytes.Equal) {
			l.keep(v)
			return v, targets
		}
		if base == nil {
			base = v
		}
	}
	if base == nil {
		return nil, nil
	}
	v := base.with(cfg.Overlay)
	if v == nil {
		return nil, nil
	}
	if !cfg.NoTests { // what is only tried is not asked about again
		l.keep(v)
	}
	return v, v.answers(cfg)
}

// keep makes a view the one that was used last.
func (l *Loader) keep(v *view) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = slices.DeleteFunc(l.last, func(o *view) bool { return o == v })
	l.last = append(l.last, v)
	l.last = slices.Clone(l.last[max(0, len(l.last)-most):])
}
