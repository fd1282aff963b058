package poolsim

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// State is how many connections there are at a time, and who waits for one.
type State struct {
	At                  time.Duration
	Open, Idle, Waiting int
	Connects, Finished  int64
}

// Options says how a load is run.
type Options struct {
	// Seed chooses what is random. The same seed gives the same arrivals and
	// times under every setting, so that settings can be compared.
	Seed uint64
	// Watch is called after each instant in which something happened.
	Watch func(State)
	// Choose returns which of the queries that wait is served at a time; by
	// default a random one, as in database/sql. Queries count from 0 in the
	// order of their arrival.
	Choose func(at time.Duration, waiting []int) int
}

// Simulate runs a load under a setting. It fails only when ctx ends.
func Simulate(ctx context.Context, s Setting, l Load, opt Options) (Run, error) {
	stream := func(k uint64) *rand.Rand { return rand.New(rand.NewPCG(opt.Seed, k)) }
	p := &pool{
		Setting: s.Normal(), load: &l, connect: stream(2), query: stream(3),
		choose: chooser(opt.Choose, stream(4)), arrived: make([]int64, l.N),
	}
	times := &clock{Arrivals: l.Arrivals, rng: stream(1)}
	t := &timeline{pool: p, times: times, order: stream(5), n: l.N}
	t.upcoming = times.next()
	var area float64
	for p.finished < l.N {
		if t.instants++; t.instants%4096 == 0 && ctx.Err() != nil {
			return Run{}, ctx.Err()
		}
		open, before := p.open, p.now
		t.step()
		area += float64(open) * float64(p.now-before)
		if opt.Watch != nil {
			opt.Watch(p.state())
		}
	}
	return p.result(area), nil
}

func (p *pool) state() State {
	return State{At: time.Duration(p.now), Open: p.open, Idle: len(p.free),
		Waiting: len(p.waiting), Connects: p.run.Connects, Finished: int64(p.finished)}
}

func (p *pool) result(area float64) Run {
	r := p.run
	r.Queries, r.End = p.finished, time.Duration(p.now)
	if p.now > 0 {
		r.MeanOpen = area / float64(p.now)
	}
	slices.Sort(r.Waits)
	slices.Sort(r.Delays)
	return r
}

func chooser(choose func(time.Duration, []int) int,
	rng *rand.Rand) func(time.Duration, []request) int {
	if choose == nil {
		return func(_ time.Duration, waiting []request) int { return rng.IntN(len(waiting)) }
	}
	return func(at time.Duration, waiting []request) int {
		queries := make([]int, len(waiting))
		for i, r := range waiting {
			queries[i] = int(r.query)
		}
		return choose(at, queries)
	}
}

// timeline feeds a pool with its arrivals and with what follows from them.
type timeline struct {
	*pool
	times    *clock
	upcoming int64 // when the next query arrives
	next     int   // which one that is
	n        int
	order    *rand.Rand
	batch    []event
	instants int
}

// step goes to the next instant at which something happens. Of several things at
// once the order is drawn, since no scheduler promises any: of what is over by
// then, and of the first query that arrives. The others of its burst come after
// all that, as goroutines started in a loop do.
func (t *timeline) step() {
	e := t.pop()
	again := e.at == t.now && e.kind == arrives && t.next > 1
	t.now = e.at
	if again || !t.more() {
		t.happen(e)
		return
	}
	t.run.Ties++
	t.batch = append(t.batch[:0], e)
	for len(t.events) > 0 && t.events[0].at == t.now {
		t.batch = append(t.batch, t.events.pop())
	}
	if e.kind != arrives && t.next < t.n && t.upcoming == t.now {
		t.batch = append(t.batch, t.arrival())
	}
	t.order.Shuffle(len(t.batch), func(i, j int) {
		t.batch[i], t.batch[j] = t.batch[j], t.batch[i]
	})
	for _, e := range t.batch {
		t.happen(e)
	}
}

// more reports whether something else happens now.
func (t *timeline) more() bool {
	return t.next < t.n && t.upcoming == t.now || len(t.events) > 0 && t.events[0].at == t.now
}

// pop returns the next event, be it an arrival or a consequence of one.
func (t *timeline) pop() event {
	if t.next == t.n || len(t.events) > 0 && t.events[0].at <= t.upcoming {
		return t.events.pop()
	}
	return t.arrival()
}

func (t *timeline) arrival() event {
	e := event{at: t.upcoming, kind: arrives, query: int32(t.next)}
	if t.next++; t.next < t.n {
		t.upcoming = t.times.next()
	}
	return e
}
