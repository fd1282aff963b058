// Package clock makes the runtime start threads while the benchmark's clock
// reads the counters.
package clock

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// Of two Ps one is kept busy by a goroutine that owns its thread. Each time the
// timer stops, another goroutine takes a thread with it when it ends; so there
// is none left, at times, for the second P when the timer starts.
func BenchmarkThreads(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var end atomic.Bool
	spins := make(chan bool)
	go func() {
		runtime.LockOSThread()
		spins <- true
		for !end.Load() {
		}
	}()
	<-spins
	for range b.N {
		b.StopTimer()
		go runtime.LockOSThread()
		runtime.Gosched()
		b.StartTimer()
	}
	end.Store(true)
}
