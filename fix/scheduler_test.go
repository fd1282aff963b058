package fix

import (
	"sync"
	"testing"
)

// TestScheduler has loops whose steps and timings must exclude each other.
func TestScheduler(t *testing.T) {
	const room, loops, rounds = 2, 5, 20
	s := newScheduler(room)
	var mu sync.Mutex
	running, alone := 0, 0
	enter := func(n, clocks int) {
		mu.Lock()
		defer mu.Unlock()
		running, alone = running+n, alone+clocks
		if running > room || alone > 1 || alone == 1 && running > 0 {
			t.Errorf("%d steps and %d with the clock at once", running, alone)
		}
	}
	var wait sync.WaitGroup
	for range loops {
		s.join()
	}
	for i := range loops {
		wait.Go(func() {
			defer s.leave()
			for range rounds * (i + 1) {
				end := s.step()
				enter(1, 0)
				enter(-1, 0)
				done := s.exclusively()
				enter(0, 1)
				enter(0, -1)
				done()
				end()
			}
		})
	}
	wait.Wait()
}
