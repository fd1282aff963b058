package fix

import (
	"sync"
	"testing"
)

// TestTurns has loops whose steps and turns with the clock must keep apart.
func TestTurns(t *testing.T) {
	const room, loops, rounds = 2, 5, 20
	turns := newTurns(room)
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
		turns.join()
	}
	for i := range loops {
		wait.Go(func() {
			defer turns.leave()
			for range rounds * (i + 1) {
				end := turns.step()
				enter(1, 0)
				enter(-1, 0)
				done := turns.alone()
				enter(0, 1)
				enter(0, -1)
				done()
				end()
			}
		})
	}
	wait.Wait()
}
