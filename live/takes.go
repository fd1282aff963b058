package live

import "math"

// fullest is the part of the processors beyond which how busy they are is not
// known well enough.
const fullest = 0.99

// saturation is the part of its time that work waits for a processor, rather than
// has one, by how busy the processors are: 0 on an idle machine, near 1 where none
// is idle. It follows from Sakasegawa's approximation of the wait in a queue with
// several servers ("An approximation formula", 1977). Of a few clients that come
// again and again, it is also by what part their rate follows the work, rather than
// what they wait for otherwise.
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
// Where processors are idle, that is what they wait and run, and what others wait
// for locks that they hold meanwhile. Where none is, requests wait for the work that
// service, commands and database do, and it is their part of that: who sleeps less
// waits for a processor instead.
func (v *seen) takes(is func(*stack) bool) Area {
	waits := v.area(func(s *stack) bool { return s.state != Running && is(s) })
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
	full, whole := v.saturation(), v.whole().Mean
	work, behind := v.partOfWork(part, is), v.behind(is)
	sum := func(waits, behind, ran, work float64) float64 {
		return (1-full)*(waits+behind+ran) + full*whole*work
	}
	return Area{Mean: sum(waits.Mean, behind.Mean, ran.Mean, work.Mean),
		Low:  sum(waits.Low, behind.Low, ran.Low, work.Low),
		High: sum(waits.High, behind.High, ran.High, work.High),
		N:    waits.N + ran.N, In: waits.In + ran.In}
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

// powers divides the work into parts of 1. Where that of the database is not known,
// who waits for whom divides.
func (v *seen) powers() Work {
	w := v.work()
	if asked := v.area(func(s *stack) bool { return s.state == Query }).Mean; w.Database == 0 &&
		asked > 0 {
		ran := v.area(func(s *stack) bool { return s.state == Running }).Mean
		commands := v.area(func(s *stack) bool { return s.state == Commanding }).Mean
		w = Work{Service: ran, Commands: commands, Database: asked}
	}
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

// slack is between which parts of a wait for what others hold are gone with what
// they hold: on processors that are busy, who waits no more for a lock waits for a
// processor instead. Of a machine that cannot be seen nothing is known.
func (v *seen) slack() (low, high float64) {
	if v.Target.Busy < 0 {
		return 0.2, 1
	}
	idle := 1 - v.saturation()
	return 0.5 * idle, 0.1 + 0.9*idle
}
