package live

// station is something of which there are so many, so that requests queue for it:
// processors, or a mutex. Demand is how long all requests want it in a second, and
// work how long a processor works meanwhile. Late is how long requests wait for it
// beyond what that explains, and early the part of that wait that is missing: who
// holds it for as long each time is waited for less than by chance.
type station struct{ servers, demand, work, late, early float64 }

// queues are what the requests of a second wait for. Each customer comes again as
// soon as it was served, so that what is faster is asked for more often.
type queues struct {
	customers float64
	delay     float64   // what none queues for
	cpu       station   // the processors, for what is not in held
	other     float64   // of the demand for processors, what is done between requests
	held      []station // mutexes and pools, with all that is done while they are held
	all       float64   // the demand for processors, with what is in held
	slow      float64   // of the delay, what work takes longer than that and its queue
}

// flow is what becomes of requests in queues.
type flow struct {
	rate   float64   // how many times as much is served as was captured
	within float64   // how long requests take, in seconds of each captured second
	worked float64   // how long their work takes of that, with its queue
	held   []float64 // how long each of what is held takes, with its queue
}

// solve is the mean value analysis of a closed network (Reiser and Lavenberg, 1980).
// Processors bound the rate also where they work for what holds a mutex.
func (q *queues) solve() (f flow) {
	at := []*queue{newQueue(q.cpu)}
	for _, s := range q.held {
		at = append(at, newQueue(s))
	}
	step := max(q.customers/mostSteps, 1)
	for n := q.customers - step*float64(int(q.customers/step)); n <= q.customers; n += step {
		if n == 0 {
			continue
		}
		sum := q.delay
		for _, a := range at {
			a.takes = a.residence()
			sum += a.takes
		}
		f.rate = n / max(sum, 1e-9)
		for _, a := range at {
			a.serve(f.rate)
		}
	}
	takes := at[0].takes
	if most := q.cpu.servers / max(q.all, 1e-9); f.rate > most {
		takes += q.customers/most - q.customers/f.rate
		f.rate = most
	}
	part := 0.0
	if q.cpu.demand > 0 {
		part = min(q.other/q.cpu.demand, 1)
	}
	f.within, f.worked = q.customers/max(f.rate, 1e-9)-takes*part, takes*(1-part)
	for _, a := range at[1:] {
		f.held = append(f.held, a.takes)
	}
	return f
}

// queue is a station while customers are added one by one.
type queue struct {
	station
	takes  float64   // with the wait
	length float64   // customers there
	few    []float64 // the chances that so many are there, as long as some server is idle
}

func newQueue(s station) *queue {
	few := make([]float64, max(int(s.servers), 1))
	few[0] = 1
	return &queue{station: s, few: few}
}

// residence is how long one more customer is there.
func (a *queue) residence() float64 {
	c := float64(len(a.few))
	free := 0.0
	for j, p := range a.few {
		free += (c - 1 - float64(j)) * p
	}
	return a.demand/c*(1+a.length+free)*(1-a.early) + a.demand*a.early
}

// serve sets the queue that follows from a rate.
func (a *queue) serve(rate float64) {
	c := float64(len(a.few))
	a.length = rate * a.takes
	busy := rate * a.demand
	for j := len(a.few) - 1; j > 0; j-- {
		a.few[j] = busy / float64(j) * a.few[j-1]
	}
	idle := 0.0
	for j, p := range a.few[1:] {
		idle += (c - 1 - float64(j)) * p
	}
	a.few[0] = max(1-(busy+idle)/c, 0)
}

// mostSteps bounds the time that an analysis takes: more customers are added several
// at once.
const mostSteps = 500

// fit sets how many customers there are, so that requests are in progress as often
// as they were seen to be, and adds the delay with which as much is served as was.
// Of that, it belongs to the work what this was seen to take longer than it should: a
// limit of the process, or of its container, may be below what the machine has. Waits
// are how long each of what is held was waited for.
func (q *queues) fit(inProgress, worked float64, waits []float64) {
	known, added := q.delay, 0.0
	var f flow
	for range rounds {
		for i := range f.held {
			s := &q.held[i]
			if more := f.held[i] - s.demand; more > waits[i] {
				s.early = 1 - (1-s.early)*waits[i]/more
			}
		}
		low, high := 0.0, inProgress
		for range halvings {
			added = (low + high) / 2
			q.delay = known + added
			q.fill(inProgress)
			if f = q.solve(); f.rate > 1 {
				low = added
			} else {
				high = added
			}
		}
	}
	q.slow = min(added, max(worked-f.worked, 0))
	added -= q.slow
	for i := range q.held {
		q.held[i].late = min(added, max(waits[i]-(f.held[i]-q.held[i].demand), 0))
		added -= q.held[i].late
	}
}

// The steps in which queues are fitted.
const (
	rounds   = 4
	halvings = 20
)

// mostBetween is how many customers may be between requests for each processor.
const mostBetween = 50

// fill sets the number of customers.
func (q *queues) fill(inProgress float64) {
	low, high := inProgress, 2*inProgress+mostBetween*q.cpu.servers
	for range halvings {
		q.customers = (low + high) / 2
		if f := q.solve(); f.rate*f.within < inProgress {
			low = q.customers
		} else {
			high = q.customers
		}
	}
}

// relief is what requests would want no more: seconds of delay, and parts of 1 of
// the rest.
type relief struct {
	delay float64
	work  float64   // of the processor time for requests
	slow  float64   // of what work takes longer than it should
	held  []float64 // of the time for which each is held; nil is none
	freed int       // what is held no more, though what it was held over is done still; or -1
}

// without returns the part of their time that requests would save: by what they and
// what is done between them take less time together, for it is of no use to wait
// less in one place and longer in another.
func (q *queues) without(r relief) float64 {
	after := *q
	after.held = make([]station, len(q.held))
	after.delay -= r.delay + q.slow*r.slow
	gone := r.work * max(q.all-q.other, 0)
	after.all = max(q.all-gone, 0)
	for i, s := range q.held {
		part := 0.0
		if r.held != nil {
			part = r.held[i]
		}
		if i == r.freed {
			after.delay += max(s.demand-s.work, 0) - s.late
			after.cpu.demand += s.work
			after.held[i] = station{servers: s.servers}
			continue
		}
		after.delay -= s.late * part
		gone -= s.work * part
		after.held[i] = station{s.servers, s.demand * (1 - part), s.work * (1 - part), 0, s.early}
	}
	after.delay = max(after.delay, 0)
	after.cpu.demand = max(after.cpu.demand-max(gone, 0), q.other)
	before, now := q.solve(), after.solve()
	if before.within <= 0 || now.rate <= 0 {
		return 0
	}
	return min(max(q.customers*(1/before.rate-1/now.rate)/before.within, 0), 1)
}
