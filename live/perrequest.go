package live

import "fmt"

// perRequest is something that one would do once, and not for each request.
type perRequest struct {
	code, text, command string
	functions           []string // that do it
	states              []State  // in which it is done, besides
	low, high           float64  // what part of it would be saved
	least               float64  // the part of all time from which on it is worth a line
}

// in returns what is concluded of it, at the line where it takes most time.
func (p perRequest) in(v *seen) []Conclusion {
	is := func(s *stack) bool {
		for _, state := range p.states {
			if s.state == state {
				return true
			}
		}
		return len(p.functions) > 0 && s.has(p.functions...)
	}
	area := v.takes(is)
	sites := v.profiled(is)
	if !area.enough() || len(sites) == 0 || area.Mean < p.least*v.whole().Mean {
		return nil
	}
	c := Conclusion{Code: p.code, Place: v.site(sites[0]), Text: p.text, about: is,
		Evidence: fmt.Sprintf("%s of all time of requests goes there, seen %d times", v.of(area),
			area.N), Command: p.command, Routes: v.routesOf(is)}
	c.saves(area, p.low, p.high)
	return []Conclusion{c}
}

// profiled returns the frames of the program nearest to what is, by the looks, or
// else by the CPU profile.
func (v *seen) profiled(is func(*stack) bool) []Frame {
	if list := v.sites(is); len(list) > 0 || v.CPU == nil {
		return list
	}
	for _, sample := range v.CPU.Samples {
		if s := &v.stacks[sample.Stack]; s.request() && is(s) {
			if f, ok := s.program(); ok {
				return []Frame{f}
			}
		}
	}
	return nil
}
