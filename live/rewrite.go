package live

import (
	"fmt"
)

// rewritable finds lines that allocate and that a technique could rewrite.
func rewritable(v *seen) []Conclusion {
	if v.Source == nil || v.Allocs == nil || v.CPU == nil {
		return nil
	}
	collector, n := v.collectorPart()
	if n < leastCPU {
		return nil
	}
	total, by := v.allocated()
	var list []Conclusion
	ran := v.running()
	mallocs := v.partOfProfile(func(s *stack) bool {
		return s.request() && s.has("runtime.mallocgc")
	})
	for _, l := range v.Source.Lines {
		bytes := by[place{l.File, l.Line}][1]
		if l.Rewrite == "" || total == 0 || bytes == 0 {
			continue
		}
		part := float64(bytes) / float64(total)
		high := part * (mallocs + collector)
		is := func(s *stack) bool { return s.passes(l) }
		c := Conclusion{Code: Rewritable, about: is,
			Place: fmt.Sprintf("%s:%d", v.relative(l.File), l.Line),
			Text:  "rewrite it by technique " + l.Rewrite,
			Evidence: fmt.Sprintf("%.1f %% of the bytes that requests allocate come from there; "+
				"to allocate takes %.1f %% of the CPU, and the collector %.1f %%", 100*part,
				100*mallocs, 100*collector),
			Command: fmt.Sprintf("wring fix -technique %s -profile %s/allocs ./...", l.Rewrite,
				v.Target.Address), Routes: v.routesOf(is)}
		c.saves(ran, 0, high)
		list = append(list, c)
	}
	return list
}

// passes reports whether a line is on a stack.
func (s *stack) passes(l Line) bool {
	for _, f := range s.below() {
		if f.File == l.File && f.Line == l.Line {
			return true
		}
	}
	return false
}

// allocated returns the bytes that requests allocated, and by the line of the
// program the objects and their bytes.
func (v *seen) allocated() (total int64, by map[place][2]int64) {
	by = map[place][2]int64{}
	for _, s := range v.Allocs.Samples {
		st := &v.stacks[s.Stack]
		if !st.request() {
			continue
		}
		total += s.Values[1]
		if f, ok := st.program(); ok {
			sum := by[place{f.File, f.Line}]
			by[place{f.File, f.Line}] = [2]int64{sum[0] + s.Values[0], sum[1] + s.Values[1]}
		}
	}
	return total, by
}
