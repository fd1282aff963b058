// Command forms stops with goroutines in many states and prints their stacks in
// the form that its argument names.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync"
	"syscall"
	"time"
)

type box[T any] struct {
	mu    sync.Mutex
	value T
}

//go:noinline
func (b *box[T]) get(key string, n [2]int) T {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.value
}

type pair struct {
	name string
	list []int
	err  error
}

//go:noinline
func (p pair) wait(many, more, still, again, end int, f float64, c chan pair) { <-c }

//go:noinline
func deep(n int, c chan int) int {
	if n == 0 {
		return <-c
	}
	return deep(n-1, c) + 1
}

func locked(mu *sync.RWMutex) {
	runtime.LockOSThread()
	mu.RLock()
}

func start() {
	b := &box[string]{}
	b.mu.Lock()
	var rw sync.RWMutex
	rw.Lock()
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Wait()
	labels := pprof.Labels("route", "GET /posts/*", "user id", `a"b]{c}`, "plain", "x")
	go pprof.Do(context.Background(), labels, func(context.Context) { b.get("key", [2]int{1, 2}) })
	go locked(&rw)
	go func() { rw.Lock() }()
	go pair{"n", nil, os.ErrClosed}.wait(1, 2, 3, 4, 5, 1.5, make(chan pair))
	go deep(150, make(chan int))
	go func() { select {} }()
	go func() { time.Sleep(time.Hour) }()
	go func() { var c chan int; c <- 1 }()
	go func() {
		c := sync.NewCond(&sync.Mutex{})
		c.L.Lock()
		c.Wait()
	}()
	go func() {
		for range make(chan func() (int, error)) {
		}
	}()
	time.Sleep(100 * time.Millisecond)
}

func main() {
	start()
	switch os.Args[1] {
	case "stack":
		buf := make([]byte, 1<<20)
		os.Stdout.Write(buf[:runtime.Stack(buf, true)])
	case "one":
		os.Stdout.Write(debug.Stack())
	case "debug1":
		pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
	case "debug2":
		pprof.Lookup("goroutine").WriteTo(os.Stdout, 2)
	case "quit":
		syscall.Kill(os.Getpid(), syscall.SIGQUIT)
		time.Sleep(time.Minute)
	case "panic":
		panic(fmt.Errorf("planned: %w", os.ErrInvalid))
	case "fault":
		var p *pair
		p.list[0] = 1
	}
}
