// Program labels allocates under profiler labels; TestLabels knows how much of
// what.
package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
)

type (
	own        [24]byte // by the goroutine that has the label
	child      [24]byte // by one that it starts
	grandchild [24]byte
	pulled     [24]byte // by a coroutine
	after      [24]byte // when the label is gone
	elsewhere  [24]byte // under another key
	again      [24]byte // under values that come again and again
	nested     [24]byte
	both       [24]byte
	empty      [24]byte
)

// Where pointers go, so that the values are on the heap.
var sink sync.Map

func allocate[T any](n int) {
	for range n {
		sink.Store(0, new(T))
	}
}

// under calls f with labels.
func under(f func(), keysAndValues ...string) {
	pprof.Do(context.Background(), pprof.Labels(keysAndValues...), func(context.Context) { f() })
}

// wait starts f and waits for it.
func wait(f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

func main() {
	if len(os.Args) > 1 {
		map[string]func(){"many": many, "obey": obey}[os.Args[1]]()
		return
	}
	under(func() {
		allocate[own](1000)
		wait(func() {
			allocate[child](500)
			wait(func() { allocate[grandchild](250) })
			pprof.SetGoroutineLabels(context.Background())
			allocate[after](30)
		})
		next, stop := iter.Pull(func(yield func(int) bool) {
			for i := range 100 {
				allocate[pulled](1)
				if !yield(i) {
					return
				}
			}
		})
		defer stop()
		for range 100 {
			next()
		}
		allocate[own](1)
	}, "route", "GET /posts/{id}")
	allocate[after](70)
	wait(func() { allocate[after](11) })
	under(func() { allocate[elsewhere](20) }, "other", "x")
	under(func() { allocate[empty](5) }, "route", "")
	pprof.Do(context.Background(), pprof.Labels("route", "/outer"), func(ctx context.Context) {
		pprof.Do(ctx, pprof.Labels("route", "/inner"), func(context.Context) {
			allocate[nested](7)
		})
		allocate[own](3)
		pprof.Do(ctx, pprof.Labels("user", "u", "other", "y"), func(context.Context) {
			allocate[both](9)
		})
	})
	reuse()
	under(func() {}, "route", "/idle")
}

// reuse has values that come again and again, in labels that are garbage soon:
// the collector gives their addresses to others.
func reuse() {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 200 {
				under(func() { allocate[again](10) }, "route", fmt.Sprint("/again/", (i+g)%50))
				if i%20 == 0 {
					runtime.GC()
				}
			}
		})
	}
	wg.Wait()
}

var held *own

// obey allocates as many objects as each line of the input says, under a route
// that it names, and then says so.
func obey() {
	fmt.Println("ready")
	for {
		var n int
		var route string
		if _, err := fmt.Scanln(&n, &route); err != nil {
			return
		}
		under(func() {
			for range n {
				held = new(own)
			}
		}, "route", route)
		fmt.Println("done")
	}
}

// many has more values than the tracer tells apart, and one that is too long.
func many() {
	for i := range 6000 {
		under(func() { allocate[again](1) }, "route", fmt.Sprint("/many/", i))
	}
	under(func() { allocate[own](1) }, "route", strings.Repeat("x", 2000))
}
