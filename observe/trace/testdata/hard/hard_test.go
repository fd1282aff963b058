package hard

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func BenchmarkThroughC(b *testing.B) {
	for range b.N {
		ThroughC(10)
	}
}

// BenchmarkThreads calls C from many threads that are new to the runtime's lists.
func BenchmarkThreads(b *testing.B) {
	for range b.N {
		var wg sync.WaitGroup
		for range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				runtime.LockOSThread() // the thread ends with the goroutine
				ThroughC(10)
			}()
		}
		wg.Wait()
	}
}

// BenchmarkCollecting starts collections from inside the allocator.
func BenchmarkCollecting(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		var keep [64][]byte
		for i := 0; pb.Next(); i++ {
			for j := range 20 {
				keep[(i+j)%64] = make([]byte, 100_000)
			}
		}
	})
}

// BenchmarkTimers makes the runtime allocate for itself.
func BenchmarkTimers(b *testing.B) {
	for range b.N {
		for range 5 {
			<-time.After(time.Microsecond)
		}
	}
}

// BenchmarkReflected allocates types that exist only at run time.
func BenchmarkReflected(b *testing.B) {
	fields := []reflect.StructField{{Name: "A", Type: reflect.TypeFor[*int]()},
		{Name: "B", Type: reflect.TypeFor[string]()}}
	typ := reflect.StructOf(fields)
	for range b.N {
		v := reflect.New(typ)
		v.Elem().Field(1).SetString(strings.Repeat("x", 3))
	}
}

// BenchmarkRecovered panics and recovers.
func BenchmarkRecovered(b *testing.B) {
	for range b.N {
		func() {
			defer func() { recover() }()
			var m map[string]*Pair
			m["x"] = &Pair{}
		}()
	}
}

// BenchmarkProcs changes the number of processors while it allocates.
func BenchmarkProcs(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i := range b.N {
		runtime.GOMAXPROCS(1 + i%4)
		var wg sync.WaitGroup
		for range 8 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				Sink = &Pair{}
			}()
		}
		wg.Wait()
	}
}
