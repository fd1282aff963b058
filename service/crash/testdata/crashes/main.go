// Command crashes dies in the way that its argument names. The function to blame
// is called guilty, or has guilty in its name.
package main

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"sort"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

func ways() map[string]func() {
	return map[string]func(){
		"nil": func() { innocent(guiltyNil) }, "bad-pointer": badPointer, "corrupted": corrupted,
		"fault": fault, "map-writes": mapWrites, "deadlock": deadlock,
		"overflow": func() { guiltyEven(1, "x") }, "overflow-self": func() { guiltySelf(nil) },
		"memory": memory, "unlock": func() { innocent(guiltyUnlock) },
		"closed": closed, "index": func() { innocent(guiltyIndex) },
		"in-library": inLibrary, "repanic": repanic, "deadlock-channel": deadlockChannel,
		"map-read": mapRead, "leak": leak, "deadlock-3": deadlockThree,
	}
}

func main() {
	if len(os.Args) < 2 {
		for _, name := range slices.Sorted(maps.Keys(ways())) {
			fmt.Println(name)
		}
		return
	}
	for i := range 3 {
		go idle(i)
	}
	time.Sleep(10 * time.Millisecond)
	ways()[os.Args[1]]()
}

func idle(n int) {
	<-make(chan int, n)
}

//go:noinline
func innocent(f func(p *point)) { f(nil) }

type point struct {
	x, y int
	next *point
	mu   sync.Mutex
}

//go:noinline
func guiltyNil(p *point) { p.y++ }

func guiltyUnlock(*point) {
	var mu sync.Mutex
	mu.Unlock()
}

//go:noinline
func guiltyIndex(p *point) {
	list := make([]int, 3)
	for i := range 5 {
		list[i] = i
	}
	fmt.Println(list)
}

type node struct {
	p    unsafe.Pointer
	next *node
}

// guiltyWorker makes a pointer to where no object is.
//
//go:noinline
func guiltyWorker(raw uintptr, n int, keep *node) {
	keep.p = unsafe.Pointer(raw)
	for {
		time.Sleep(time.Millisecond * time.Duration(n))
	}
}

var (
	small *[6]int
	large []*point
)

// badPointer keeps a pointer into a span that was freed.
func badPointer() {
	keep := &node{}
	large = make([]*point, 1<<18)
	raw := uintptr(unsafe.Pointer(&large[1<<17]))
	large = nil
	runtime.GC()
	runtime.GC()
	collect(raw, keep)
}

// corrupted keeps a pointer behind the last object of a span.
func corrupted() {
	const afterLast = 8192 - 16 // in a span of objects of 48 bytes
	small = new([6]int)
	collect(uintptr(unsafe.Pointer(small))|afterLast, &node{})
}

func collect(raw uintptr, keep *node) {
	go guiltyWorker(raw, 3, keep)
	time.Sleep(5 * time.Millisecond)
	for range 100 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	runtime.KeepAlive(keep)
}

//go:noinline
func guiltyRead(data []byte, at int) byte { return data[at] }

func fault() {
	data, err := syscall.Mmap(-1, 0, 8192, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	header := unsafe.Slice(&data[0], 8192)
	if err := syscall.Munmap(data); err != nil {
		panic(err)
	}
	fmt.Println(guiltyRead(header, 4100))
}

func guiltyCount(m map[int]int, n int) {
	for i := 0; ; i++ {
		m[i%100]++
	}
}

func mapWrites() {
	m := map[int]int{}
	for i := range 4 {
		go guiltyCount(m, i)
	}
	time.Sleep(time.Minute)
}

func guiltyRange(m map[int]int) int {
	n := 0
	for {
		for range m {
			n++
		}
	}
}

func mapRead() {
	m := map[int]int{1: 1}
	go guiltyRange(m)
	go guiltyCount(m, 1)
	time.Sleep(time.Minute)
}

type account struct {
	mu sync.Mutex
	n  int
}

func guiltyMove(from, to *account) {
	from.mu.Lock()
	defer from.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	to.mu.Lock()
	to.n++
	to.mu.Unlock()
}

func deadlock() {
	a, b := &account{}, &account{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { guiltyMove(a, b) })
		wg.Go(func() { guiltyMove(b, a) })
		wg.Wait()
	}
}

func deadlockThree() {
	a, b, c := &account{}, &account{}, &account{}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { guiltyMove(a, b) })
		wg.Go(func() { guiltyMove(b, c) })
		wg.Go(func() { guiltyMove(c, a) })
		wg.Wait()
	}
}

func guiltyReceive(c chan int) int { return <-c }

func deadlockChannel() { fmt.Println(guiltyReceive(make(chan int))) }

//go:noinline
func guiltyEven(n int, s string) int { return guiltyOdd(n+1, s) + 1 }

//go:noinline
func guiltyOdd(n int, s string) int { return guiltyEven(n+1, s) - 1 }

//go:noinline
func guiltySelf(p *point) int {
	q := point{next: p}
	return guiltySelf(&q) + q.x
}

//go:noinline
func guiltyBuffer(n int) []byte { return make([]byte, n) }

func memory() {
	var all [][]byte
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: 2 << 30, Max: 2 << 30}); err != nil {
		panic(err)
	}
	for {
		all = append(all, guiltyBuffer(256<<20))
	}
}

// leak runs out of memory by goroutines.
func leak() {
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: 1 << 30, Max: 1 << 30}); err != nil {
		panic(err)
	}
	guiltyStart(make(chan int))
}

func guiltyStart(c chan int) {
	for {
		go func() {
			var buf [4000]byte
			buf[<-c]++
		}()
	}
}

func guiltySend(c chan int) { c <- 1 }

func closed() {
	c := make(chan int, 3)
	close(c)
	guiltySend(c)
}

type byLength []*point

func (b byLength) Len() int           { return len(b) }
func (b byLength) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b byLength) Less(i, j int) bool { return guiltyLess(b[i], b[j]) }

//go:noinline
func guiltyLess(a, b *point) bool { return a.x < b.x }

func inLibrary() { sort.Sort(byLength{{}, nil, {}}) }

func repanic() {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprint("again: ", r))
		}
	}()
	guiltyIndex(nil)
}
