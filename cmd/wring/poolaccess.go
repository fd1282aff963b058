package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/wring-go/wring/internal/pathshape"
	"github.com/wring-go/wring/service/accesslog"
	"github.com/wring-go/wring/service/poolsim"
)

// fromAccess takes the arrivals, and how long requests took, from an access log. A
// request arrived as much earlier than it was logged as it took.
func (p *poolCommand) fromAccess(ctx context.Context, e env, l poolsim.Load) (poolsim.Load, error) {
	var routes []pathshape.Pattern
	if p.route != "" {
		route, err := pathshape.ParsePattern(p.route)
		if err != nil {
			return l, fmt.Errorf("-route: %w", err)
		}
		routes = append(routes, route)
	}
	var at, spent []float64
	whole := true
	take := func(entry *accesslog.Entry) (bool, error) {
		if entry.At == 0 || routes != nil &&
			pathshape.Match(routes, string(entry.Method), string(entry.Path)) < 0 {
			return false, nil
		}
		whole = whole && entry.At%1e9 == 0
		at = append(at, float64(entry.At)/1e9)
		spent = append(spent, float64(entry.Nanos)/1e9)
		return true, nil
	}
	f, err := accesslog.Open(p.access, e.stdin)
	if err != nil {
		return l, fmt.Errorf("%s cannot be read: %w", p.access, withoutPath(err))
	}
	defer f.Close()
	books := accesslog.NewBooks(accesslog.By{}, nil)
	if err := books.Read(ctx, f, p.access, accesslog.Options{Where: take}); err != nil {
		return l, err
	}
	if len(at) == 0 {
		return l, fmt.Errorf("%s has no request of that route with a time at which it was logged",
			p.access)
	}
	if whole {
		p.notes = append(p.notes, "the log has whole seconds: within each, arrivals are drawn")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range at {
		if whole {
			at[i] += rng.Float64()
		}
		at[i] -= spent[i]
	}
	r, err := poolsim.Record(at, spent)
	if err != nil {
		return l, fmt.Errorf("%s: %w", p.access, err)
	}
	return replay(l, r, p.query == "recorded")
}
