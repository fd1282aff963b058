package arena

import "sync"

// Pool keeps recycled arenas for later use, and with them their memory. It has
// the danger of [Arena.Recycle], which see: what is still referenced when an
// arena goes back becomes another caller's data.
//
// The zero value keeps up to 64 MiB. A Pool must not be copied.
type Pool struct {
	Budget int // how many bytes the waiting arenas may hold in total; 0 means 64 MiB

	mu   sync.Mutex
	idle []*Arena // the one that came back last is at the end
	held int      // what they hold
}

// Get returns an empty arena. Give it back with Recycle, or end it with Free.
func (p *Pool) Get() *Arena {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return NewArena()
	}
	last := len(p.idle) - 1
	a := p.idle[last]
	p.idle[last] = nil
	p.idle = p.idle[:last]
	p.held -= a.Bytes()
	return a
}

// Recycle recycles a and keeps it, with as much of its memory as the budget
// allows. The caller must not use a afterwards, nor anything that it handed out.
func (p *Pool) Recycle(a *Arena) {
	a.Recycle(p.room())
	n := a.Bytes()
	p.mu.Lock()
	defer p.mu.Unlock()
	if n == 0 || n > p.budget()-p.held {
		return // nothing to keep, or others were faster
	}
	p.idle = append(p.idle, a)
	p.held += n
}

// Do calls f with an arena, and recycles it when f returns or panics. This is
// one arena per goroutine where f is what the goroutine does for one piece of
// work.
func (p *Pool) Do(f func(*Arena)) {
	a := p.Get()
	defer p.Recycle(a)
	f(a)
}

// room returns how much more the pool may hold.
func (p *Pool) room() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(0, p.budget()-p.held)
}

func (p *Pool) budget() int {
	if p.Budget == 0 {
		return 64 << 20
	}
	return p.Budget
}
