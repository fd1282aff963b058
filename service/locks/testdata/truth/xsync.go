//go:build xsync

package main

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

func init() {
	others = append(others, map[string]func(*truth){
		"x-semaphore": xSemaphore, "x-semaphore-field": xSemaphoreField,
		"x-semaphore-helper": xSemaphoreHelper, "x-singleflight": xSingleflight,
		"x-singleflight-field": xSingleflightField, "x-singleflight-keys": xSingleflightKeys,
		"x-singleflight-chan": xSingleflightChan,
		"x-errgroup":          xErrgroup, "x-errgroup-limit": xErrgroupLimit,
		"x-errgroup-context": xErrgroupContext, "x-circle-errgroup": xCircleErrgroup,
	})
}

func xSemaphore(t *truth) {
	sem := semaphore.NewWeighted(2)
	for range 2 {
		go func() {
			sem.Acquire(context.Background(), 1)
			defer sem.Release(1)
			ends("sem")
			forever(0)
		}()
	}
	soon()
	go func() {
		waits("sem")
		sem.Acquire(context.Background(), 1)
		sem.Release(1)
	}()
}

type uploads struct {
	name string
	sem  *semaphore.Weighted
}

func (u *uploads) put(ctx context.Context, first bool) error {
	if !first {
		waits("sem")
	}
	if err := u.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer u.sem.Release(1)
	ends("sem")
	forever(2)
	return nil
}

func xSemaphoreField(t *truth) {
	u := &uploads{"x", semaphore.NewWeighted(1)}
	go u.put(context.Background(), true)
	soon()
	go u.put(context.Background(), false)
}

func (u *uploads) enter() func() {
	u.sem.Acquire(context.Background(), 1)
	return func() { u.sem.Release(1) }
}

func xSemaphoreHelper(t *truth) {
	u := &uploads{"x", semaphore.NewWeighted(1)}
	go func() {
		leave := u.enter()
		defer leave()
		ends("sem")
		forever(0)
	}()
	soon()
	go func() {
		waits("sem")
		u.enter()
	}()
}

var flights singleflight.Group

func xSingleflight(t *truth) {
	go flights.Do("a", func() (any, error) {
		ends("flight")
		forever(0)
		return nil, nil
	})
	soon()
	for range 2 {
		go func() {
			waits("flight")
			flights.Do("a", func() (any, error) { return nil, nil })
		}()
	}
}

type loader struct {
	mu sync.Mutex
	g  singleflight.Group
}

func (l *loader) load(key string, first bool) any {
	if !first {
		waits("g")
	}
	v, _, _ := l.g.Do(key, func() (any, error) { return l.fetch(key) })
	return v
}

func (l *loader) fetch(key string) (any, error) {
	ends("g")
	forever(1)
	return key, nil
}

func xSingleflightField(t *truth) {
	l := &loader{}
	go l.load("a", true)
	soon()
	go l.load("a", false)
}

// xSingleflightKeys has two keys: only the one who fetches the same key ends it.
func xSingleflightKeys(t *truth) {
	var g singleflight.Group
	work := func(key string) {
		g.Do(key, func() (any, error) {
			ends(key)
			forever(0)
			return nil, nil
		})
	}
	go work("a")
	go work("b")
	soon()
	go func() {
		waits("a")
		work("a")
	}()
	go func() {
		waits("b")
		work("b")
	}()
}

func xSingleflightChan(t *truth) {
	go func() {
		waits("c")
		<-flights.DoChan("b", func() (any, error) {
			ends("c")
			forever(0)
			return nil, nil
		})
	}()
}

func xErrgroup(t *truth) {
	var g errgroup.Group
	for i := range 2 {
		g.Go(func() error {
			ends("g")
			forever(i)
			return nil
		})
	}
	go func() {
		waits("g")
		g.Wait()
	}()
}

type crawl2 struct{ g *errgroup.Group }

func (c *crawl2) page() error {
	ends("g")
	ends("limit")
	forever(0)
	return nil
}

func xErrgroupLimit(t *truth) {
	c := &crawl2{new(errgroup.Group)}
	c.g.SetLimit(1)
	c.g.Go(c.page)
	soon()
	go func() {
		waits("limit")
		c.g.Go(c.page)
	}()
	go func() {
		waits("g")
		c.g.Wait()
	}()
}

func xErrgroupContext(t *truth) {
	g, ctx := errgroup.WithContext(context.Background())
	g.Go(func() error {
		waits("ctx")
		ends("g")
		<-ctx.Done()
		return nil
	})
	g.Go(func() error {
		ends("g")
		ends("ctx")
		forever(0)
		return context.Canceled
	})
	go func() {
		waits("g")
		ends("ctx")
		g.Wait()
	}()
}

func xCircleErrgroup(t *truth) {
	var g errgroup.Group
	var mu sync.Mutex
	go func() {
		circle()
		mu.Lock()
		defer mu.Unlock()
		ends("mu")
		g.Go(func() error {
			circle()
			ends("g")
			waits("mu")
			mu.Lock()
			defer mu.Unlock()
			return nil
		})
		waits("g")
		g.Wait()
	}()
}
