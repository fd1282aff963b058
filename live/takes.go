package live

import "math"

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
	case Running, Collecting, Commanding:
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

// takes estimates what the requests for which is holds take of the time of all.
// Where no processor works for them, that is what they are seen to wait, and what
// others wait for locks that they hold meanwhile. The rest is what they wait and
// run where processors are idle; where none is, it is their part of the work that
// service, commands and database do, since all requests wait for that.
func (v *seen) takes(is func(*stack) bool) Area {
	waits := v.areaBy(func(s *stack) float64 {
		if s.state == Running || !is(s) {
			return 0
		}
		return 1 - v.idle(s)
	})
	ran := v.area(func(s *stack) bool { return s.state == Running && is(s) })
	all := v.area(func(s *stack) bool { return s.state == Running })
	part, profiled := v.partOfCPU(is)
	if profiled {
		requests, _ := v.partOfCPU(func(*stack) bool { return true })
		by := all.Mean / max(requests.Mean, 1e-9)
		ran = Area{Mean: by * part.Mean, Low: by * part.Low, High: by * part.High,
			N: part.N, In: part.N}
	} else if all.Mean > 0 {
		part = Area{Mean: ran.Mean / all.Mean, Low: ran.Low / all.Mean, High: ran.High / all.Mean}
	}
	full := v.saturation()
	work, worked := v.partOfWork(part, is), v.worked()
	slept := v.areaBy(func(s *stack) float64 {
		if !is(s) {
			return 0
		}
		return v.idle(s)
	})
	behind := v.behind(is)
	sum := func(slept, behind, waits, ran, work float64) float64 {
		return slept + behind + (1-full)*(waits+ran) + full*worked*work
	}
	return Area{Mean: sum(slept.Mean, behind.Mean, waits.Mean, ran.Mean, work.Mean),
		Low:  sum(slept.Low, behind.Low, waits.Low, ran.Low, work.Low),
		High: sum(slept.High, behind.High, waits.High, ran.High, work.High),
		N:    slept.N + waits.N + ran.N, In: slept.In + waits.In + ran.In}
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

// gone is how much of a wait for what others hold is gone with what they hold it
// for. Where they sleep, or another machine works for them, that is all of it.
// Where a processor works for them, and none is idle, who waits no more for a lock
// waits for a processor instead.
func (v *seen) gone(holds func(*stack) bool) float64 {
	works := v.areaBy(func(s *stack) float64 {
		if !holds(s) {
			return 0
		}
		return 1 - v.idle(s)
	}).Mean
	return 1 - v.saturation()*works/max(v.area(holds).Mean, 1e-9)
}

// slack is between which parts of a wait are gone. Of a machine that cannot be seen
// nothing is known.
func (v *seen) slack(holds func(*stack) bool) (low, high float64) {
	if v.Target.Busy < 0 {
		return 0.2, 1
	}
	gone := v.gone(holds)
	return 0.5 * gone, 0.1 + 0.9*gone
}
