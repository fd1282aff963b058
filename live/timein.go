package live

import "math"

// timeIn estimates the time of requests for which is holds. Where the CPU profile
// is there, what ran is divided as that says, which has seen much more than the
// looks have.
func (v *seen) timeIn(is func(*stack) bool) Area {
	waits := v.area(func(s *stack) bool { return s.state != Running && is(s) })
	ran := v.area(func(s *stack) bool { return s.state == Running && is(s) })
	if part, ok := v.partOfCPU(is); ok {
		all := v.area(func(s *stack) bool { return s.state == Running })
		ran = Area{Mean: all.Mean * part.Mean, Low: all.Low * part.Low, High: all.High * part.High,
			N: part.N, In: part.N}
	}
	return Area{Mean: waits.Mean + ran.Mean, Low: waits.Low + ran.Low, High: waits.High + ran.High,
		N: waits.N + ran.N, In: waits.In + ran.In}
}

// leastCPU is how many samples of the CPU profile are divided.
const leastCPU = 50

// partOfCPU returns the part of the CPU time of requests for which is holds, with
// Wilson's interval; ok is false where there is no profile, or hardly one.
func (v *seen) partOfCPU(is func(*stack) bool) (part Area, ok bool) {
	if v.CPU == nil {
		return part, false
	}
	n, k := 0.0, 0.0
	for _, s := range v.CPU.Samples {
		st := &v.stacks[s.Stack]
		if !st.request() {
			continue
		}
		n += float64(s.Values[0])
		if is(st) {
			k += float64(s.Values[0])
		}
	}
	if n < leastCPU {
		return part, false
	}
	const z = 1.96
	p := k / n
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Area{Mean: p, Low: max(center-half, 0), High: min(center+half, 1), N: int(k)}, true
}

// slack is how much of a wait is gone with what was waited for: on processors that
// are busy, what waits no more for a lock or an answer waits for a processor
// instead. Of a machine that cannot be seen nothing is known.
func (v *seen) slack() (low, high float64) {
	if v.Target.Busy < 0 {
		return 0.2, 1
	}
	idle := max(1-v.Target.Busy, 0)
	return idle, 0.25 + 0.75*idle
}
