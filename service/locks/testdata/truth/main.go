// Command truth brings goroutines into a known tangle of locks, prints who holds
// what as one line of JSON, and then the stacks of all goroutines.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"
	"unsafe"
)

// truth is what a scene knows about itself.
type truth struct {
	mu    sync.Mutex
	Locks map[string]*known
}

type known struct {
	Address string  `json:"address"`
	Holders []int64 `json:"holders"`
	Waiters int     `json:"waiters"` // at least
	Waiting []int64 `json:"waiting"` // of what is no mutex, who waits
	Circle  []int64 `json:"circle"`  // who waits for each other
}

// all is the truth of the scene that runs.
var all = &truth{Locks: map[string]*known{}}

func (t *truth) of(name string) *known {
	k := t.Locks[name]
	if k == nil {
		k = &known{Address: "0x0", Holders: []int64{}}
		t.Locks[name] = k
	}
	return k
}

// waits says that the caller is about to wait for name, and will stay there.
func waits(name string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	k := all.of(name)
	k.Waiting = append(k.Waiting, id())
	k.Waiters++
}

// ends says that the caller can end the wait for name, or holds it.
func ends(name string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	k := all.of(name)
	k.Holders = append(k.Holders, id())
}

// circle says that the caller is one of those who wait for each other.
func circle() {
	all.mu.Lock()
	defer all.mu.Unlock()
	k := all.of("circle")
	k.Circle = append(k.Circle, id())
}

// at says where a lock is, for which at least n goroutines will wait.
func (t *truth) at(name string, lock unsafe.Pointer, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Locks[name] = &known{Address: fmt.Sprintf("%#x", uintptr(lock)), Waiters: n,
		Holders: []int64{}}
}

// me says that the caller is about to take a lock and will keep it.
func (t *truth) me(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Locks[name].Holders = append(t.Locks[name].Holders, id())
}

func id() int64 {
	buf := make([]byte, 64)
	field := bytes.Fields(buf[:runtime.Stack(buf, false)])[1]
	n, err := strconv.ParseInt(string(field), 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// others are the scenes about what is no mutex.
var others []map[string]func(*truth)

// soon waits until all goroutines are where they are going: none but the caller is
// running or could run, three times in a row.
func soon() { settle(false) }

// settle does so. With all it waits for those, too, who wait for others by soon.
func settle(all bool) {
	for quiet, n := 0, 0; quiet < 3 && n < 5000; n++ {
		time.Sleep(2 * time.Millisecond)
		quiet++
		if busy(all) {
			quiet = 0
		}
	}
}

func busy(all bool) bool {
	buf := make([]byte, 1<<22)
	buf = buf[:runtime.Stack(buf, true)]
	for i, g := range bytes.Split(buf, []byte("\n\ngoroutine ")) {
		state, _, _ := bytes.Cut(g, []byte("]"))
		state = state[bytes.IndexByte(state, '[')+1:]
		switch {
		case i == 0: // the caller
		case bytes.HasPrefix(state, []byte("run")),
			bytes.HasPrefix(state, []byte("syscall")) && !bytes.Contains(g, []byte("Flock(")),
			all && bytes.Contains(g, []byte("main.soon(")):
			return true
		}
	}
	return false
}

// kept holds what the collector must not close.
var kept sync.Map

// forever blocks, in one of several ways.
func forever(how int) {
	switch how % 4 {
	case 0:
		time.Sleep(time.Hour)
	case 1:
		<-make(chan int)
	case 2:
		select {}
	case 3:
		r, w, err := os.Pipe()
		if err == nil {
			kept.Store(w, true)
			r.Read(make([]byte, 1))
		}
	}
}

func main() {
	list := scenes()
	for _, more := range others {
		maps.Copy(list, more)
	}
	if len(os.Args) != 2 || list[os.Args[1]] == nil {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			fmt.Println(name)
		}
		return
	}
	t := all
	list[os.Args[1]](t)
	settle(true)
	t.mu.Lock()
	line, err := json.Marshal(t.Locks)
	if err != nil {
		panic(err)
	}
	buf := make([]byte, 1<<22)
	fmt.Printf("%s\n%s", line, buf[:runtime.Stack(buf, true)])
}
