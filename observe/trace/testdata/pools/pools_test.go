// Package pools has what a benchmark does before its loop take from a pool.
package pools

import (
	"runtime"
	"sync"
	"testing"
)

type room [256]byte

var rooms = sync.Pool{New: func() any { return new(room) }}

// Once a run has more than one iteration the collector runs in its loop, as it does of its own
// accord: what the pool held is gone before the next run begins.
func BenchmarkBeforeLoop(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // what one P has put, another may not find
	r := rooms.Get().(*room)
	r[0]++
	rooms.Put(r)
	for i := range b.N {
		if i == 1 {
			runtime.GC()
		}
	}
}
