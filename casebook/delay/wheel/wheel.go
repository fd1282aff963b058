// Package wheel is a timer wheel: many who sleep for about as long share one
// timer, which ticks, instead of having one each in the runtime's heap.
package wheel

import (
	"sync"
	"time"
)

// Wheel wakes sleepers in batches. Make it with New; it must not be copied.
type Wheel struct {
	tick  time.Duration
	begin time.Time
	stop  chan struct{}
	ended chan struct{}
	pool  sync.Pool // of chan struct{}

	mu    sync.Mutex
	now   int                     // ticks so far
	slots [512][]chan struct{}    // by the tick in which to wake, modulo their number
	later map[int][]chan struct{} // by tick: those who sleep for more than a turn
}

// New returns a wheel that ticks. A sleeper never sleeps less than it asked
// for, and at most two ticks more. The caller must stop the wheel.
func New(tick time.Duration) *Wheel {
	w := &Wheel{tick: tick, begin: time.Now(), stop: make(chan struct{}),
		ended: make(chan struct{}), later: make(map[int][]chan struct{})}
	for i := range w.slots {
		w.slots[i] = make([]chan struct{}, 0, 16)
	}
	w.pool.New = func() any { return make(chan struct{}, 1) }
	go w.turn()
	return w
}

// Sleep returns after d, or when the wheel is stopped.
func (w *Wheel) Sleep(d time.Duration) {
	if d <= 0 {
		return
	}
	wake := w.pool.Get().(chan struct{})
	w.add(wake, d)
	select {
	case <-wake:
		w.pool.Put(wake)
	case <-w.stop:
	}
}

// add puts wake where the first tick after d finds it.
func (w *Wheel) add(wake chan struct{}, d time.Duration) {
	at := int((time.Since(w.begin)+d)/w.tick) + 1
	w.mu.Lock()
	defer w.mu.Unlock()
	at = max(at, w.now+1)
	if at-w.now >= len(w.slots) {
		w.later[at] = append(w.later[at], wake)
		return
	}
	slot := &w.slots[at%len(w.slots)]
	*slot = append(*slot, wake)
}

// Stop ends the wheel and wakes all who sleep.
func (w *Wheel) Stop() {
	close(w.stop)
	<-w.ended
}

func (w *Wheel) turn() {
	defer close(w.ended)
	ticker := time.NewTicker(w.tick)
	defer ticker.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-ticker.C:
			w.advance(int(time.Since(w.begin) / w.tick))
		}
	}
}

// advance wakes those whose tick has come: several, if a tick was missed.
func (w *Wheel) advance(now int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.now < now {
		w.now++
		slot := &w.slots[w.now%len(w.slots)]
		wakeAll(*slot)
		*slot = (*slot)[:0]
		if late, ok := w.later[w.now]; ok {
			wakeAll(late)
			delete(w.later, w.now)
		}
	}
}

// wakeAll does not wait: each channel has room for its one wake-up.
func wakeAll(sleepers []chan struct{}) {
	for _, wake := range sleepers {
		wake <- struct{}{}
	}
}
