package harness

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// yielding is 1 while calls run at once. It is a variable since the code that
// calls Yield has nothing to hold it.
var yielding int32

// Yield lets another call of the target go on. Calls to it are put before the
// statements of changed functions, so that calls at once surely mix.
func Yield() {
	if atomic.LoadInt32(&yielding) != 0 {
		runtime.Gosched()
	}
}

// atOnce is how many calls run at once.
const atOnce = 4

// concurrent compares calls that run at once with calls one after the other and
// writes how many outcomes differed.
func (s *session) concurrent(plan Plan, out *os.File) int {
	can := newBuilder(s.reg)
	s.apart = true
	limit := time.Duration(plan.Millis) * time.Millisecond
	begun := time.Now()
	var want []string
	for i := plan.From; i < plan.To; i++ {
		text, _ := s.try(can, i)
		want = append(want, text)
		if len(want) >= 2*atOnce && time.Since(begun) > limit {
			break // leave time to interleave slow ones
		}
	}
	procs := runtime.GOMAXPROCS(1) // who yields comes last: the calls go on in step
	differ := s.mixed(plan.From, want, 0)
	runtime.GOMAXPROCS(procs)
	if differ == 0 {
		differ = s.mixed(plan.From, want, limit)
	}
	fmt.Fprint(out, differ)
	return ExitDone
}

// mixed makes the calls from several goroutines, each beginning with another
// one, once and until the limit is over. It returns how many differed.
func (s *session) mixed(from int, want []string, limit time.Duration) int64 {
	var differ int64
	var all sync.WaitGroup
	deadline := time.Now().Add(limit)
	atomic.StoreInt32(&yielding, 1)
	for g := 0; g < atOnce; g++ {
		first := g * len(want) / atOnce
		all.Add(1)
		go func() {
			defer all.Done()
			can := newBuilder(s.reg)
			for round := 0; round == 0 || time.Now().Before(deadline); round++ {
				for n := range want {
					i := (first + n) % len(want)
					atomic.AddInt64(&s.guard.count, 1)
					if got, _ := s.try(can, from+i); got != want[i] {
						atomic.AddInt64(&differ, 1)
					}
				}
			}
		}()
	}
	all.Wait()
	atomic.StoreInt32(&yielding, 0)
	return differ
}
