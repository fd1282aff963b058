package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// rules are what is concluded from a capture. Each looks at it alone.
func rules() []func(*seen) []Conclusion {
	return []func(*seen) []Conclusion{missingIndex, nPlusOne, unboundedQuery, blobInDatabase,
		templates, expressions, commands, lockHeld, poolTooSmall, poolIdle, preparedOnce,
		notModified, noCache, collecting, rewritable, executed, matching, bodyInMemory,
		largeBuffers}
}

// leastShare is the part of all requests' time from which on a conclusion is worth
// its line.
const leastShare = 0.01

// conclude returns the conclusions by what they could save, the most first.
func (v *seen) conclude() []Conclusion {
	whole := v.whole().Mean
	least := leastShare * whole
	list := []Conclusion{}
	for _, rule := range rules() {
		for _, c := range rule(v) {
			c.Saves = [2]float64{min(max(c.Saves[0], 0), whole), min(c.Saves[1], whole)}
			c.Expected = min(c.Expected, whole)
			if c.Saves[1] <= 0 || c.Expected < least || c.Place == "" {
				continue
			}
			known := slices.ContainsFunc(list, func(o Conclusion) bool {
				return o.Code == c.Code && o.Place == c.Place
			})
			if !known {
				list = append(list, c)
			}
		}
	}
	byExpected(list)
	return v.together(list)
}

// byExpected sorts conclusions by the most that they, or what would save the same,
// are expected to.
func byExpected(list []Conclusion) {
	slices.SortStableFunc(list, func(a, b Conclusion) int {
		return cmp.Or(cmp.Compare(b.most(), a.most()), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Place, b.Place))
	})
}

func (c *Conclusion) most() float64 {
	most := c.Expected
	for _, also := range c.Also {
		most = max(most, also.Expected)
	}
	return most
}

// together puts conclusions about statements that save the same seconds into the
// first of them. To keep what is read is the last of these: it saves the most, but
// helps against a missing index, too.
func (v *seen) together(list []Conclusion) []Conclusion {
	kept := []Conclusion{}
	last := func(c Conclusion) bool { return c.Code == NoCache }
	causes := slices.DeleteFunc(slices.Clone(list), last)
	for _, c := range append(causes, slices.DeleteFunc(list, func(c Conclusion) bool {
		return !last(c)
	})...) {
		i := slices.IndexFunc(kept, func(o Conclusion) bool { return v.same(o, c) })
		if c.Also = []Conclusion{}; i >= 0 {
			kept[i].Also = append(kept[i].Also, c)
			continue
		}
		kept = append(kept, c)
	}
	byExpected(kept)
	for i := range kept {
		kept[i].indexFirst()
		kept[i].about = nil
		for j := range kept[i].Also {
			kept[i].Also[j].about = nil
		}
	}
	return kept
}

// nearly is what part of what a loop takes an index must save to be named first.
const nearly = 0.75

// indexFirst names an index before the loop that wants it, where it saves nearly as
// much: it changes no line of the program.
func (c *Conclusion) indexFirst() {
	i := slices.IndexFunc(c.Also, func(o Conclusion) bool {
		return o.Code == MissingIndex && o.Expected >= nearly*c.Expected
	})
	if c.Code != NPlusOne || i < 0 {
		return
	}
	index, loop := c.Also[i], *c
	index.Also = slices.Insert(slices.Delete(loop.Also, i, i+1), 0, loop)
	index.Also[0].Also = []Conclusion{}
	*c = index
}

// samePart is the part of the time that two conclusions are about together, from
// where on they are about the same.
const samePart = 0.5

// same reports whether two conclusions are about the same time of requests, and
// about statements, or about keeping answers.
func (v *seen) same(a, b Conclusion) bool {
	asks := func(c Conclusion) bool { return c.Statement != "" || c.Code == NoCache }
	if a.about == nil || b.about == nil || !asks(a) || !asks(b) {
		return false
	}
	both := v.area(func(s *stack) bool { return a.about(s) && b.about(s) }).Mean
	either := v.area(func(s *stack) bool { return a.about(s) || b.about(s) }).Mean
	return both > samePart*either
}

// site is the frame of the program that a rule blames, as FILE:LINE.
func (v *seen) site(f Frame) string {
	if f.File == "" {
		return shortFunc(f.Func)
	}
	return fmt.Sprintf("%s:%d", v.relative(f.File), f.Line)
}

// relative returns the path of a file below the folder of the source.
func (v *seen) relative(file string) string {
	if v.Source != nil && v.Source.Dir != "" {
		if rest, ok := strings.CutPrefix(file, v.Source.Dir+"/"); ok {
			return rest
		}
	}
	return file
}

// sites returns the frames of the program nearest to what is, with the number of
// goroutines seen there, the most first.
func (v *seen) sites(is func(*stack) bool) []Frame {
	sums := map[Frame]float64{}
	for _, l := range v.Looks {
		for _, t := range l.Counts {
			s := &v.stacks[t.Stack]
			if !s.request() || !is(s) {
				continue
			}
			if f, ok := s.program(); ok {
				sums[f] += float64(t.N)
			}
		}
	}
	list := []Frame{}
	for f := range sums {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b Frame) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line))
	})
	return list
}

// of returns a part as a percentage of all requests' time.
func (v *seen) of(a Area) string {
	whole := v.whole().Mean
	if whole <= 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*a.Mean/whole)
}
