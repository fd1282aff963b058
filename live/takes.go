package live

// Between these parts of the processors that are busy, time is divided less and
// less by who waits, and more and more by who works: who waits for a short
// statement on a busy machine waits for a processor, and will wait for it
// elsewhere.
const (
	busyFrom = 0.7
	busyTo   = 0.95
)

// saturation is 0 where processors are idle, and 1 where none is and all of them
// work for the service. Where others keep them busy, each wait is longer by them,
// and is over when it is not needed.
func (v *seen) saturation() float64 {
	if v.Target.Busy < 0 {
		return 0
	}
	full := min(max((v.Target.Busy-busyFrom)/(busyTo-busyFrom), 0), 1)
	if v.Target.Processors == 0 || v.SQL != nil && v.SQL.CPU <= 0 {
		return full
	}
	work := v.serviceCPU() + max(v.Target.Children, 0)
	if v.SQL != nil {
		work += v.SQL.CPU
	}
	busy := v.Target.Busy * float64(v.Target.Processors) * v.Seconds
	return full * min(work/max(busy, 1e-9), 1)
}

// takes estimates what the requests for which is holds take of the time of all:
// where processors are idle, what they wait and run; where none is, their part of
// the work that service, commands and database do, since all requests then wait
// for that.
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
	a := Area{Mean: waits.Mean + ran.Mean, Low: waits.Low + ran.Low, High: waits.High + ran.High,
		N: waits.N + ran.N, In: waits.In + ran.In}
	full := v.saturation()
	if full == 0 {
		return a
	}
	work := v.partOfWork(part, is)
	whole := v.whole().Mean
	a.Mean = (1-full)*a.Mean + full*whole*work.Mean
	a.Low = (1-full)*a.Low + full*whole*work.Low
	a.High = (1-full)*a.High + full*whole*work.High
	return a
}

// power is who does the work that requests wait for, as parts of 1.
type power struct{ service, commands, database float64 }

// powers divides the processor time of service, commands and database. Where that
// of the database is not known, who waits for whom divides.
func (v *seen) powers() power {
	p := power{v.serviceCPU(), max(v.Target.Children, 0), 0}
	asked := v.area(func(s *stack) bool { return s.state == Query }).Mean
	if v.SQL != nil && v.SQL.CPU > 0 {
		p.database = v.SQL.CPU
	} else if asked > 0 {
		ran := v.area(func(s *stack) bool { return s.state == Running }).Mean
		commands := v.area(func(s *stack) bool { return s.state == Commanding }).Mean
		p = power{ran, commands, asked}
	}
	sum := p.service + p.commands + p.database
	if sum <= 0 {
		return power{service: 1}
	}
	return power{p.service / sum, p.commands / sum, p.database / sum}
}

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
	return Area{Mean: p.service*cpu.Mean + p.commands*commands + p.database*db.Mean,
		Low:  p.service*cpu.Low + p.commands*commands + p.database*db.Low,
		High: min(p.service*cpu.High+p.commands*commands+p.database*db.High, 1)}
}

// slack is how much of a wait for what others hold is gone with what they hold: on
// processors that are busy, who waits no more for a lock waits for a processor
// instead. Of a machine that cannot be seen nothing is known.
func (v *seen) slack() (low, high float64) {
	if v.Target.Busy < 0 {
		return 0.2, 1
	}
	idle := 1 - v.saturation()
	return 0.5 * idle, 0.1 + 0.9*idle
}
