package wheel

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wring-go/wring/casebook/servertest"
)

// TestSleep wants every sleeper woken, not early and at most two ticks late, also
// one who sleeps for longer than the wheel turns.
func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(time.Millisecond)
		defer w.Stop()
		var all sync.WaitGroup
		for i := range 700 {
			all.Go(func() {
				d := time.Duration(i) * 1300 * time.Microsecond
				begin := time.Now()
				w.Sleep(d)
				if slept := time.Since(begin); slept < d || slept > d+2*time.Millisecond {
					t.Errorf("slept %v, want %v", slept, d)
				}
			})
		}
		all.Wait()
	})
}

// TestStop wakes those who would sleep for an hour.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(time.Millisecond)
		done := make(chan struct{})
		go func() { w.Sleep(time.Hour); close(done) }()
		synctest.Wait()
		w.Stop()
		<-done
	})
}

// TestAllocations wants sleeping to cost no memory once the pool is filled.
func TestAllocations(t *testing.T) {
	servertest.CountsAllocations(t)
	w := New(time.Millisecond)
	defer w.Stop()
	if n := testing.AllocsPerRun(20, func() { w.Sleep(time.Microsecond) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
