package live

import (
	"math"
	"slices"
)

// fullest is the part of the processors beyond which how busy they are is not
// known well enough.
const fullest = 0.99

// saturation is the part of its time that work waits for a processor, rather than
// has one, by how busy the processors are: 0 on an idle machine, near 1 where none
// is idle. It follows from Sakasegawa's approximation of the wait in a queue with
// several servers ("An approximation formula", 1977).
func (v *seen) saturation() float64 {
	if v.Target.Busy <= 0 {
		return 0
	}
	n := float64(max(v.Target.Processors, 1))
	busy := min(v.Target.Busy, fullest)
	wait := math.Pow(busy, math.Sqrt(2*(n+1))-1) / (n * (1 - busy))
	return wait / (1 + wait)
}

// idle is the part of a stack's time in which no processor works for it: it
// sleeps, or waits for a lock, another machine, or a server that waits itself.
func (v *seen) idle(s *stack) float64 {
	switch s.state {
	case Running, Collecting:
		return 0
	case Commanding:
		if v.Target.Children <= 0 {
			return 1 // how much they work is not known
		}
		return 0
	case Query, Connecting:
		if !v.databaseHere() {
			return 1
		}
		if q := v.queryOf(s); q != nil {
			return 1 - working(q)
		}
		return 0
	}
	return 1
}

// takes estimates what the requests for which is holds take of the time of all: that
// would be saved without what they wait for and work, and without what others wait
// for them, at processors, mutexes and pools.
func (v *seen) takes(is func(*stack) bool) Area {
	delay := v.areaBy(func(s *stack) float64 {
		if !is(s) || v.heldBy(s) >= 0 || v.waitsAt(s) >= 0 {
			return 0
		}
		return v.delayed(s)
	})
	part := v.partRun(is)
	seen, whole := v.area(is), v.whole().Mean
	work := v.partOfWork(part, is)
	held := make([]float64, len(v.locks))
	for i, l := range v.locks {
		held[i] = v.area(func(s *stack) bool { return v.heldBy(s) == i && is(s) }).Mean /
			max(v.area(l.over).Mean, 1e-9)
	}
	slow := v.partOfWorked(part, is)
	saved := func(delay, work, slow float64) float64 {
		return whole * v.queues.without(relief{delay: delay / max(v.Seconds, 1e-9), work: work,
			slow: slow, held: held, freed: -1})
	}
	return Area{Mean: saved(delay.Mean, work.Mean, slow.Mean),
		Low:  saved(delay.Low, work.Low, slow.Low),
		High: saved(delay.High, work.High, slow.High),
		N:    max(seen.N, part.N), In: max(seen.In, part.N)}
}

// partRun is the part of the service's work that is done for the requests for which
// is holds, by its CPU profile, or else by who was seen to run.
func (v *seen) partRun(is func(*stack) bool) Area {
	part, ok := v.partOfCPU(is)
	all := v.area(func(s *stack) bool { return s.state == Running }).Mean
	if ok || all <= 0 {
		return part
	}
	ran := v.area(func(s *stack) bool { return s.state == Running && is(s) })
	return Area{Mean: ran.Mean / all, Low: ran.Low / all, High: min(ran.High/all, 1)}
}

// partOfWorked is the part of the time in which a processor works for requests, or in
// which they wait for one, that the requests for which is holds have. Run is their
// part of what the service runs.
func (v *seen) partOfWorked(run Area, is func(*stack) bool) Area {
	all := max(v.worked(), 1e-9)
	ran := v.area(func(s *stack) bool { return s.state == Running }).Mean
	others := v.areaBy(func(s *stack) float64 {
		if s.state == Running || !is(s) {
			return 0
		}
		return 1 - v.idle(s)
	})
	return Area{Mean: min((ran*run.Mean+others.Mean)/all, 1),
		Low: min((ran*run.Low+others.Low)/all, 1), High: min((ran*run.High+others.High)/all, 1)}
}

// delayed is the part of a stack's time that is a delay: all of it where nothing is
// known of the processors.
func (v *seen) delayed(s *stack) float64 {
	if v.Target.Busy <= 0 {
		return 1
	}
	return v.idle(s)
}

// heldBy is the mutex or pool that a stack holds over something slow, or -1.
func (v *seen) heldBy(s *stack) int {
	return slices.IndexFunc(v.locks, func(l heldLock) bool { return l.over(s) })
}

// waitsAt is the one that it waits for, or -1.
func (v *seen) waitsAt(s *stack) int {
	return slices.IndexFunc(v.locks, func(l heldLock) bool { return l.waits(s) })
}

// queue sets what requests queue for.
func (v *seen) queue() {
	each := 1 / max(v.Seconds, 1e-9)
	work := v.work().sum() * each
	q := &v.queues
	q.cpu.servers = float64(max(v.Target.Processors, 1))
	if v.Target.Busy > 0 {
		q.all = max(v.Target.Busy*q.cpu.servers, work)
		q.other = q.all - work
	}
	longer := max(v.worked()*each/max(work, 1e-9), 1)
	q.cpu.demand = q.all
	var waits []float64
	for i, l := range v.locks {
		held := func(s *stack) bool { return v.heldBy(s) == i }
		s := station{servers: l.servers, demand: v.area(held).Mean * each}
		if q.all > 0 {
			s.work = v.areaBy(func(s *stack) float64 {
				if held(s) {
					return 1 - v.idle(s)
				}
				return 0
			}).Mean * each / longer
			q.cpu.demand = max(q.cpu.demand-s.work, q.other)
		}
		q.held = append(q.held, s)
		waits = append(waits, v.area(l.waits).Mean*each)
	}
	q.delay = v.areaBy(func(s *stack) float64 {
		if v.heldBy(s) >= 0 || v.waitsAt(s) >= 0 {
			return 0
		}
		return v.delayed(s)
	}).Mean * each
	q.fit(v.whole().Mean*each, v.worked()*each, waits)
}

// worked is the time of all requests in which a processor works for them, or in
// which they wait for one.
func (v *seen) worked() float64 {
	return v.areaBy(func(s *stack) float64 { return 1 - v.idle(s) }).Mean
}

// work is the processor time of service, commands and database. A database of which
// none is known may have processors of its own.
func (v *seen) work() Work {
	w := Work{Service: v.serviceCPU(), Commands: max(v.Target.Children, 0), Waits: v.saturation()}
	if v.databaseHere() {
		w.Database = v.SQL.CPU
	}
	return w
}

func (w Work) sum() float64 { return w.Service + w.Commands + w.Database }

// powers divides the work into parts of 1.
func (v *seen) powers() Work {
	w := v.work()
	sum := w.sum()
	if sum <= 0 {
		return Work{Service: 1}
	}
	return Work{Service: w.Service / sum, Commands: w.Commands / sum, Database: w.Database / sum}
}

// databaseHere reports whether the database works on the target's machine, by the
// processor time that is known of it.
func (v *seen) databaseHere() bool { return v.SQL != nil && v.SQL.CPU > 0 }

// serviceCPU is the processor time of the process, without what the capture took.
func (v *seen) serviceCPU() float64 {
	profiled := 0.0
	if v.CPU != nil && v.CPU.Seconds > 0 {
		profiled = v.onCPU(func(s *stack) bool { return !s.own }, true) / v.CPU.Seconds * v.Seconds
		if own := v.onCPU(func(s *stack) bool { return s.own }, true) / v.CPU.Seconds; own > 0 &&
			v.Target.CPU > 0 {
			return max(v.Target.CPU-own*v.Seconds, 0)
		}
	}
	if v.Target.CPU > 0 {
		return v.Target.CPU
	}
	return profiled
}

// partOfWork returns the part of all work that is done for what is; cpu is the
// part of the service's own.
func (v *seen) partOfWork(cpu Area, is func(*stack) bool) Area {
	p := v.powers()
	commands := 0.0
	if all := v.area(func(s *stack) bool { return s.state == Commanding }).Mean; all > 0 {
		commands = v.area(func(s *stack) bool {
			return s.state == Commanding && is(s)
		}).Mean / all
	}
	db := v.partOfDatabase(is)
	return Area{Mean: p.Service*cpu.Mean + p.Commands*commands + p.Database*db.Mean,
		Low:  p.Service*cpu.Low + p.Commands*commands + p.Database*db.Low,
		High: min(p.Service*cpu.High+p.Commands*commands+p.Database*db.High, 1)}
}
