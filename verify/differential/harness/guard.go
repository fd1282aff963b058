package harness

import (
	"bytes"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// guard ends the process when a call does not come back.
type guard struct{ count int64 }

func (g *guard) watch(patience time.Duration) {
	go func() {
		g.wait(patience)
		os.Exit(ExitStuck)
	}()
}

// How often the guard looks, and how many times in a row all must be asleep: a timer may wake
// one of them meanwhile.
const (
	often = 60 * time.Millisecond
	sure  = 3
)

// wait returns when a call does not come back. A call may take so much processor time, and
// three times that in which it may as well wait for something: a machine that has other work
// is no reason to give up. Where every goroutine waits for another one, though, nothing comes
// of waiting.
func (g *guard) wait(patience time.Duration) {
	last, still := int64(-1), 0
	var since time.Time
	var used time.Duration
	buf := make([]byte, 64<<10)
	for ; ; time.Sleep(often) {
		now := atomic.LoadInt64(&g.count)
		if now != last {
			last, still, since, used = now, 0, time.Now(), cpuTime()
			continue
		}
		if still++; !asleep(buf[:runtime.Stack(buf, true)], len(buf)) {
			still = 0
		}
		if still == sure || cpuTime()-used >= patience || time.Since(since) >= 3*patience {
			return
		}
	}
}

// asleep reports whether in stacks, which were given so much room, all goroutines but the
// first, which asks, wait for another one. What waits on a channel may wait for a timer.
func asleep(stacks []byte, room int) bool {
	if len(stacks) == room {
		return false // there may be more of them
	}
	for _, stack := range bytes.Split(stacks, []byte("\n\n"))[1:] {
		_, state, _ := bytes.Cut(stack, []byte(" ["))
		end := bytes.IndexAny(state, " ,]")
		if end < 0 {
			return false
		}
		switch string(state[:end]) {
		case "chan", "select", "semacquire", "sync.Cond.Wait", "sync.Mutex.Lock",
			"sync.RWMutex.Lock", "sync.RWMutex.RLock", "sync.WaitGroup.Wait":
		default:
			return false
		}
	}
	return true
}
