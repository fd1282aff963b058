package main

import (
	"context"
	"fmt"
	"math"
	"net"
	"runtime"
	"runtime/debug"

	"github.com/wring-go/wring/casebook/load/generator"
)

// exact serves in this process, where objects and goroutines can be counted, and
// returns how many a request and a connection take. The client takes none.
func exact(serve func(context.Context, net.Listener) error,
	dial func(address string) (dialer, error)) (allocations, goroutines string, err error) {
	n, err := count(serve, dial)
	return fmt.Sprint(n[0]), fmt.Sprintf("%.0f", math.Round(n[1])), err
}

// count returns the objects of a request and the goroutines of a connection.
func count(serve func(context.Context, net.Listener) error,
	dial func(address string) (dialer, error)) (n [2]float64, err error) {
	l, err := listen()
	if err != nil {
		return n, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, l) }()
	defer func() { cancel(); <-ended }()
	connect, err := dial(l.Addr().String())
	if err != nil {
		return n, err
	}
	const clients = 50
	before := runtime.NumGoroutine()
	var all []generator.Client
	defer func() {
		for _, c := range all {
			c.Close()
		}
	}()
	for range clients {
		c, err := connect(ctx)
		if err == nil {
			_, err = c.Do(ctx)
		}
		if err != nil {
			return n, err
		}
		all = append(all, c)
	}
	n[1] = float64(runtime.NumGoroutine()-before) / clients
	objects, err := least(ctx, all[0])
	n[0] = float64(objects)
	return n, err
}

// least returns how many objects a request takes: the least of five counts, since
// what else the process does can only add to them. A server that makes its object
// after the answer has made one less when the count ends, so counts are rounded.
func least(ctx context.Context, c generator.Client) (uint64, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const n = 200
	best := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			if _, err := c.Do(ctx); err != nil {
				return 0, err
			}
		}
		runtime.ReadMemStats(&after)
		best = min(best, (after.Mallocs-before.Mallocs+n/2)/n)
	}
	return best, nil
}
