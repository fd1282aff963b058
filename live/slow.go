package live

import (
	"cmp"
	"math"
	"slices"
)

// Slow is the moments at which most requests of a route were under way, beside all
// others. Single requests cannot be followed from look to look; but what comes at
// a steady rate is under way in large numbers only while it takes long.
type Slow struct {
	Route string
	// Moments says of each look whether it is one of them.
	Moments []bool
	// Looks is how many looks there are at other moments and at these; Under how
	// many requests were under way then, on average.
	Looks [2]int
	Under [2]float64
	Lines []SlowLine // where requests were, what grew most first
}

// SlowLine is how many requests were at a line of the program, or below it, on
// average.
type SlowLine struct {
	State  State
	Func   string
	File   string
	Line   int
	Under  [2]float64 // at other moments, and at the slow ones
	Detail string     // as that of a LineTime
}

// What must have been seen to tell slow moments from chance.
const (
	fewLooks   = 20 // at least
	slowPart   = 10 // one look in so many is slow
	overChance = 3  // standard deviations that the slow moments must be above the mean
)

// SlowMoments returns the routes that have slow moments, by how much more requests
// are under way then.
func SlowMoments(c *Capture) []Slow {
	if len(c.Looks) < fewLooks {
		return nil
	}
	v := look(c)
	counts := make(map[string][]float64)
	for i, l := range c.Looks {
		for _, t := range l.Counts {
			if s := &v.stacks[t.Stack]; s.request() {
				if counts[s.route] == nil {
					counts[s.route] = make([]float64, len(c.Looks))
				}
				counts[s.route][i] += float64(t.N)
			}
		}
	}
	var list []Slow
	for route, seen := range counts {
		s := Slow{Route: route, Moments: highest(seen)}
		s.split(seen)
		if mean := average(seen); s.Under[1] > mean+overChance*math.Sqrt(max(mean, 1)) {
			s.Lines = v.slowLines(&s)
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Slow) int {
		return cmp.Or(cmp.Compare(b.Under[1]-b.Under[0], a.Under[1]-a.Under[0]),
			cmp.Compare(a.Route, b.Route))
	})
	return list
}

// highest marks the highest of the counts, a part of them. Equal counts stay
// together, on the side of the others when they are too many.
func highest(counts []float64) []bool {
	sorted := slices.Sorted(slices.Values(counts))
	limit := sorted[len(sorted)-max(2, len(sorted)/slowPart)]
	first, _ := slices.BinarySearch(sorted, limit)
	over := len(sorted)-first > 2*len(sorted)/slowPart
	marks := make([]bool, len(counts))
	for i, n := range counts {
		marks[i] = n > limit || n == limit && !over
	}
	return marks
}

// split fills in how many looks there are on either side, and what they saw.
func (s *Slow) split(counts []float64) {
	for i, n := range counts {
		side := s.side(i)
		s.Looks[side]++
		s.Under[side] += n
	}
	for side := range s.Under {
		s.Under[side] /= max(float64(s.Looks[side]), 1)
	}
}

// side is 1 for a slow moment.
func (s *Slow) side(look int) int {
	if s.Moments[look] {
		return 1
	}
	return 0
}

func average(list []float64) float64 {
	sum := 0.0
	for _, n := range list {
		sum += n
	}
	return sum / max(float64(len(list)), 1)
}

func (v *seen) slowLines(s *Slow) []SlowLine {
	sums := map[lineKey]*SlowLine{}
	for i, l := range v.Looks {
		for _, t := range l.Counts {
			st := &v.stacks[t.Stack]
			if !st.request() || st.route != s.Route {
				continue
			}
			f, ok := st.program()
			if !ok {
				f = st.frames[st.handler]
			}
			key := lineKey{st.state, f}
			if sums[key] == nil {
				sums[key] = &SlowLine{State: st.state, Func: shortFunc(f.Func), File: f.File,
					Line: f.Line, Detail: v.detail(st)}
			}
			side := s.side(i)
			sums[key].Under[side] += float64(t.N) / float64(s.Looks[side])
		}
	}
	list := []SlowLine{}
	for _, l := range sums {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b SlowLine) int {
		return cmp.Or(cmp.Compare(b.Under[1]-b.Under[0], a.Under[1]-a.Under[0]),
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.State, b.State))
	})
	return list[:min(len(list), shownLines)]
}
