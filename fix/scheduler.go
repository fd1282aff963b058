package fix

import "sync"

// scheduler runs as many steps at the same time as there is room for, and a
// timing only while no step runs. Timings wait until every loop that has not
// ended wants one, and then run one after the other: otherwise cores would be
// idle before each of them, while the last steps end.
type scheduler struct {
	mu        sync.Mutex
	changed   *sync.Cond
	room      int
	active    int  // loops that have not ended
	running   int  // steps
	waiting   int  // steps that wait to be timed
	busy      bool // a timing is running
	exclusive bool // set from when all loops wait until all have been timed
}

func newScheduler(room int) *scheduler {
	t := &scheduler{room: max(1, room)}
	t.changed = sync.NewCond(&t.mu)
	return t
}

// join announces a loop, and leave its end.
func (t *scheduler) join() { t.update(func() { t.active++ }) }

func (t *scheduler) leave() { t.update(func() { t.active-- }) }

func (t *scheduler) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	t.changed.Broadcast()
}

// step waits for room; the caller must call end when the step has ended.
func (t *scheduler) step() (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.running >= t.room || t.exclusive {
		t.changed.Wait()
	}
	t.running++
	return func() { t.update(func() { t.running-- }) }
}

// exclusively waits until the running step that calls it is the only one; after
// end it is an ordinary step again.
func (t *scheduler) exclusively() (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	t.waiting++
	t.changed.Broadcast()
	for t.running > 0 || t.busy || !t.exclusive && t.waiting < t.active {
		t.changed.Wait()
	}
	t.waiting--
	t.busy, t.exclusive = true, true
	return func() {
		t.update(func() {
			t.busy, t.exclusive = false, t.waiting > 0
			t.running++
		})
	}
}
