package fix

import "sync"

// turns lets as many steps run at the same time as there is room for, and the
// clock only when no step runs. The clock waits until every loop that has not
// ended has come to it, and then has them all, one after the other: if it went
// first, cores would be idle each time while the steps before it end.
type turns struct {
	mu      sync.Mutex
	changed *sync.Cond
	room    int
	active  int  // loops that have not ended
	running int  // steps
	clocks  int  // steps that wait for the clock
	timing  bool // one has it
	quiet   bool // from when all wait for the clock until all have had it
}

func newTurns(room int) *turns {
	t := &turns{room: max(1, room)}
	t.changed = sync.NewCond(&t.mu)
	return t
}

// join and leave tell of a loop that begins and ends.
func (t *turns) join() { t.update(func() { t.active++ }) }

func (t *turns) leave() { t.update(func() { t.active-- }) }

func (t *turns) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	t.changed.Broadcast()
}

// step waits for room; call end when the step has ended.
func (t *turns) step() (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.running >= t.room || t.quiet {
		t.changed.Wait()
	}
	t.running++
	return func() { t.update(func() { t.running-- }) }
}

// alone gives a step that runs the machine for itself; with end it is an
// ordinary step again.
func (t *turns) alone() (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	t.clocks++
	t.changed.Broadcast()
	for t.running > 0 || t.timing || !t.quiet && t.clocks < t.active {
		t.changed.Wait()
	}
	t.clocks--
	t.timing, t.quiet = true, true
	return func() {
		t.update(func() {
			t.timing, t.quiet = false, t.clocks > 0
			t.running++
		})
	}
}
