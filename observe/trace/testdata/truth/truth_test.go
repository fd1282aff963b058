// Package truth allocates what its functions say: to the object and the byte.
package truth

import (
	"sync"
	"testing"
)

type named struct {
	next *named
	n    int
}

type pair struct{ a, b int32 }

var (
	sinkAny   any
	sinkInt8  *int8
	sinkPair  *pair
	sinkNamed *named
	sinkStr   string
	sinkBytes []byte
	sinkStrs  []string
	sinkMap   map[string]int
	sinkFunc  func() int
	sinkChan  chan int
	sinkBig   []uint64
)

const each = 1000 // objects per operation; 100 operations make 100,000

//go:noinline
func int8s() {
	for range each {
		sinkInt8 = new(int8)
	}
}

//go:noinline
func boxed(x int64) {
	for i := range each {
		sinkAny = x + int64(i)
	}
}

//go:noinline
func pairs() {
	for i := range each {
		sinkPair = &pair{int32(i), 1}
	}
}

//go:noinline
func nameds() {
	for range each {
		sinkNamed = &named{n: 1}
	}
}

// stringsOf makes strings of 1 to 40 bytes, 25 of each.
//
//go:noinline
func stringsOf(b []byte) {
	for i := range each {
		sinkStr = string(b[:i%40+1])
	}
}

//go:noinline
func slicesOf(n int) {
	for range each {
		sinkStrs = make([]string, n)
	}
}

//go:noinline
func growing(n int) {
	for range each {
		var s []byte
		for range n {
			s = append(s, "0123456789abcdef"...)
		}
		sinkBytes = s
	}
}

//go:noinline
func closures(n int) {
	for range each {
		sinkFunc = func() int { return n }
	}
}

//go:noinline
func channels(n int) {
	for range each {
		sinkChan = make(chan int, n)
	}
}

//go:noinline
func maps() {
	for range each {
		sinkMap = make(map[string]int)
	}
}

//go:noinline
func large(n int) {
	for range each / 1000 {
		sinkBig = make([]uint64, n)
	}
}

func BenchmarkInt8(b *testing.B)     { run(b, int8s) }
func BenchmarkBoxed(b *testing.B)    { run(b, func() { boxed(1 << 40) }) }
func BenchmarkPairs(b *testing.B)    { run(b, pairs) }
func BenchmarkNamed(b *testing.B)    { run(b, nameds) }
func BenchmarkSlices(b *testing.B)   { run(b, func() { slicesOf(9) }) }
func BenchmarkGrowing(b *testing.B)  { run(b, func() { growing(5) }) }
func BenchmarkClosures(b *testing.B) { run(b, func() { closures(7) }) }
func BenchmarkChannels(b *testing.B) { run(b, func() { channels(3) }) }
func BenchmarkMaps(b *testing.B)     { run(b, maps) }
func BenchmarkLarge(b *testing.B)    { run(b, func() { large(100_000) }) }

func BenchmarkStrings(b *testing.B) {
	buf := make([]byte, 40)
	run(b, func() { stringsOf(buf) })
}

func BenchmarkGoroutines(b *testing.B) {
	run(b, func() {
		var wg sync.WaitGroup
		for range each {
			wg.Add(1)
			go func() { defer wg.Done() }()
		}
		wg.Wait()
	})
}

// BenchmarkParallel allocates on all processors at once.
func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			pairs()
			int8s()
		}
	})
}

// BenchmarkStopStart stops and starts the timer while another goroutine
// allocates all the time.
func BenchmarkStopStart(b *testing.B) {
	done := make(chan bool)
	go func() {
		var keep []*named
		for {
			select {
			case <-done:
				return
			default:
				keep = append(keep[:0:0], new(named), new(named))
			}
		}
	}()
	for range b.N {
		pairs()
		b.StopTimer()
		nameds()
		b.StartTimer()
	}
	b.StopTimer()
	done <- true
}

func run(b *testing.B, f func()) {
	for range b.N {
		f()
	}
}

// BenchmarkDeep allocates below 150 calls.
func BenchmarkDeep(b *testing.B) { run(b, func() { deep(150) }) }

//go:noinline
func deep(n int) int {
	if n == 0 {
		pairs()
		return 0
	}
	return deep(n-1) + 1
}

// BenchmarkFirstUse fills a table once per run and allocates once per operation.
func BenchmarkFirstUse(b *testing.B) {
	table := make([]*named, 0, 64)
	for range 64 {
		table = append(table, new(named))
	}
	for i := range b.N {
		sinkNamed = &named{next: table[i%64]}
	}
}
