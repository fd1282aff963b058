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

// soon gives goroutines time to get where they are going.
func soon() { time.Sleep(30 * time.Millisecond) }

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
		r, _, err := os.Pipe()
		if err == nil {
			r.Read(make([]byte, 1))
		}
	}
}

func main() {
	if len(os.Args) != 2 || scenes()[os.Args[1]] == nil {
		for _, name := range slices.Sorted(maps.Keys(scenes())) {
			fmt.Println(name)
		}
		return
	}
	t := &truth{Locks: map[string]*known{}}
	scenes()[os.Args[1]](t)
	soon()
	soon()
	t.mu.Lock()
	line, err := json.Marshal(t.Locks)
	if err != nil {
		panic(err)
	}
	buf := make([]byte, 1<<22)
	fmt.Printf("%s\n%s", line, buf[:runtime.Stack(buf, true)])
}
