package live

import "fmt"

// collectorShare is the part of the CPU that the collector may take before a
// setting is worth a conclusion.
const collectorShare = 0.1

// collecting finds a collector that takes much of the CPU.
func collecting(v *seen) []Conclusion {
	share, n := v.collectorPart()
	if share < collectorShare || n < leastCPU {
		return nil
	}
	gogc := 100.0
	if v.Runtime != nil && v.Runtime.GOGC > 0 {
		gogc = v.Runtime.GOGC
	}
	// Cycles are as frequent as the heap may grow little: four times the growth is
	// a quarter of the cycles.
	const more, saved = 4, 1 - 1.0/4
	evidence := fmt.Sprintf("the collector has %.1f %% of the CPU profile", 100*share)
	if v.Runtime != nil {
		evidence += fmt.Sprintf("; %.3g cycles a second, %.3g MB alive, %.3g MB allocated a second",
			v.Runtime.Cycles, v.Runtime.Live/1e6, v.Runtime.Rate/1e6)
		if v.Runtime.Limit > 0 {
			evidence += fmt.Sprintf(", a limit of %.3g MB", v.Runtime.Limit/1e6)
		}
	}
	c := Conclusion{Code: Collector, Place: fmt.Sprintf("GOGC=%.0f", gogc),
		Evidence: evidence, Routes: []string{},
		Text: fmt.Sprintf("let the heap grow more between cycles, if there is memory: GOGC=%.0f, "+
			"with GOMEMLIMIT", more*gogc), Command: "wring gc -gogc 100,200,400 -- COMMAND"}
	c.saves(v.running(), share*saved*0.6, share*saved)
	return []Conclusion{c}
}

// collectorPart returns the part of the CPU profile that is the collector's, and
// how many samples there are of everything.
func (v *seen) collectorPart() (share float64, n int64) {
	if v.CPU == nil {
		return 0, 0
	}
	for _, s := range v.CPU.Samples {
		if !v.stacks[s.Stack].own {
			n += s.Values[0]
		}
	}
	return v.partOfProfile(func(s *stack) bool { return s.collects }), n
}

// partOfProfile returns the part of the CPU profile, without what the capture
// took, for which is holds.
func (v *seen) partOfProfile(is func(*stack) bool) float64 {
	if v.CPU == nil {
		return 0
	}
	all, of := int64(0), int64(0)
	for _, sample := range v.CPU.Samples {
		s := &v.stacks[sample.Stack]
		if s.own {
			continue
		}
		all += sample.Values[0]
		if is(s) {
			of += sample.Values[0]
		}
	}
	return float64(of) / float64(max(all, 1))
}

// running is the time that requests take of what the service itself runs, its
// collector included.
func (v *seen) running() Area {
	ran := v.area(func(s *stack) bool { return s.state == Running || s.state == Collecting })
	full := v.saturation()
	work := full * v.whole().Mean * v.powers().Service
	return Area{Mean: (1-full)*ran.Mean + work, Low: (1-full)*ran.Low + work,
		High: (1-full)*ran.High + work, N: ran.N, In: ran.In}
}
