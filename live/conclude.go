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
		notModified, noCache, collecting, rewritable}
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
			if c.Saves[1] <= 0 || c.Expected() < least {
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
	slices.SortStableFunc(list, func(a, b Conclusion) int {
		return cmp.Or(cmp.Compare(b.Expected(), a.Expected()), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Place, b.Place))
	})
	return list
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
