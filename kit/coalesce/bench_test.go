package coalesce_test

import (
	"context"
	"sync"
	"testing"

	"github.com/wring-go/wring/kit/coalesce"
)

// What a call costs that finds nothing running.
func BenchmarkIdle(b *testing.B) {
	c := coalesce.New(func(context.Context) (int, error) { return 1, nil })
	b.ReportAllocs()
	for b.Loop() {
		c.Get(context.Background())
	}
}

func BenchmarkIdleKey(b *testing.B) {
	g := coalesce.NewGroup(func(context.Context, string) (int, error) { return 1, nil })
	b.ReportAllocs()
	for b.Loop() {
		g.Get(context.Background(), "a key")
	}
}

// The standard way to the same guarantee: everyone computes, one at a time.
func BenchmarkIdleMutex(b *testing.B) {
	var mu sync.Mutex
	f := func(context.Context) (int, error) { return 1, nil }
	b.ReportAllocs()
	for b.Loop() {
		mu.Lock()
		f(context.Background())
		mu.Unlock()
	}
}

// Many callers at once for a function that takes some microseconds.
func BenchmarkContended(b *testing.B) {
	work := func() (n int) {
		for i := range 10_000 {
			n += i * i
		}
		return n
	}
	b.Run("coalesce", func(b *testing.B) {
		c := coalesce.New(func(context.Context) (int, error) { return work(), nil })
		b.SetParallelism(50)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				c.Get(context.Background())
			}
		})
	})
	b.Run("mutex", func(b *testing.B) {
		var mu sync.Mutex
		b.SetParallelism(50)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				mu.Lock()
				work()
				mu.Unlock()
			}
		})
	})
}
