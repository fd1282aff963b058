package live

import (
	"math"
	"slices"
	"strings"
)

// leastCPU is how many samples of the CPU profile are divided.
const leastCPU = 50

// partOfCPU returns the part of the service's CPU time that is spent on the
// requests for which is holds, with Wilson's interval: what they run, what the
// collector does for what they allocate, and what the scheduler does when they
// wait. What the capture took is left out. ok is false where there is no profile,
// or hardly one.
func (v *seen) partOfCPU(is func(*stack) bool) (part Area, ok bool) {
	if v.CPU == nil {
		return part, false
	}
	var n, k, collector, scheduler, waits, waitsOf float64
	for _, sample := range v.CPU.Samples {
		s, count := &v.stacks[sample.Stack], float64(sample.Values[0])
		if s.own {
			continue
		}
		n += count
		switch {
		case s.request() && is(s):
			k += count
		case s.request():
		case s.collects:
			collector += count
		case s.schedules:
			scheduler += count
		}
		if s.request() && s.blocks {
			waits += count
			if is(s) {
				waitsOf += count
			}
		}
	}
	if n < leastCPU {
		return part, false
	}
	const z = 1.96
	p := k / n
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	more := 0.0 // that others do for them
	if collector > 0 {
		more += collector / n * v.partOfBytes(is)
	}
	if waits > 0 {
		more += scheduler / n * waitsOf / waits
	}
	return Area{Mean: p + more, Low: max(center-half, 0) + more, High: min(center+half+more, 1),
		N: int(k)}, true
}

// partOfBytes returns the part of the bytes that the process allocated that the
// requests for which is holds have.
func (v *seen) partOfBytes(is func(*stack) bool) float64 {
	if v.Allocs == nil {
		return 0
	}
	sum, of := int64(0), int64(0)
	for _, sample := range v.Allocs.Samples {
		s := &v.stacks[sample.Stack]
		if s.own {
			continue
		}
		sum += sample.Values[1]
		if s.request() && is(s) {
			of += sample.Values[1]
		}
	}
	if sum <= 0 {
		return 0
	}
	return float64(of) / float64(sum)
}

// collectors begin the names of the functions of the collector.
var collectors = [...]string{"runtime.gcBgMarkWorker", "runtime.gcAssistAlloc",
	"runtime.bgsweep", "runtime.gcDrain", "runtime.bgscavenge", "runtime.gcStart"}

// schedulers are functions that look for what to run next.
var schedulers = [...]string{"runtime.schedule", "runtime.findRunnable", "runtime.park_m",
	"runtime.mcall"}

// work sets what a stack does besides serving a request.
func (s *stack) work() {
	for i, f := range s.frames {
		s.collects = s.collects || begins(f.Func, collectors[:])
		s.schedules = s.schedules || slices.Contains(schedulers[:], f.Func)
		s.blocks = s.blocks || i < 12 && (strings.HasPrefix(f.Func, "internal/poll.") ||
			strings.HasPrefix(f.Func, "syscall."))
	}
}
