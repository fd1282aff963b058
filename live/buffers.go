package live

import (
	"cmp"
	"fmt"
	"slices"
)

// Of the objects that a line allocates: how large they are on average and what part
// of all bytes they have, from where on to use them again is worth a conclusion.
const (
	largeObject = 8 << 10
	largePart   = 0.05
)

// largeBuffers finds lines that allocate large objects for each request.
func largeBuffers(v *seen) []Conclusion {
	if v.Allocs == nil || v.CPU == nil {
		return nil
	}
	collector, n := v.collectorPart()
	if n < leastCPU {
		return nil
	}
	total, by := v.allocated()
	ran := v.running()
	var list []Conclusion
	for at, o := range by {
		part := float64(o[1]) / float64(max(total, 1))
		if part < largePart || o[0] == 0 || o[1]/o[0] < largeObject {
			continue
		}
		is := func(s *stack) bool {
			f, ok := s.program()
			return ok && at == place{f.File, f.Line}
		}
		zeroing := v.partOfProfile(func(s *stack) bool {
			return s.request() && is(s) && s.has("runtime.mallocgc", "runtime.growslice",
				"runtime.memclr", "runtime.memmove")
		})
		c := Conclusion{Code: LargeBuffers, Routes: v.routesOf(is),
			Place: v.site(Frame{File: at.file, Line: at.line}),
			Text:  "use such a buffer again (sync.Pool, kit/pool), or write to where it goes",
			Evidence: fmt.Sprintf("%.1f %% of the bytes that requests allocate come from there, "+
				"%d for an object on average; to make them takes %.1f %% of the CPU, and the "+
				"collector %.1f %%", 100*part, o[1]/o[0], 100*zeroing, 100*collector),
			Command: "wring run -labels route -- PACKAGE"}
		c.saves(ran, 0, zeroing+part*collector)
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Conclusion) int { return cmp.Compare(a.Place, b.Place) })
	return list
}
