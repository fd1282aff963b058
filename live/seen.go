package live

import (
	"slices"
	"strings"
)

// seen is a capture with its stacks classified, as the rules ask about it.
type seen struct {
	*Capture
	stacks  []stack
	lines   map[place]*Line
	counted map[string]*LogRoute // by the name of the route
	locks   []heldLock
	queues  queues
}

// place is a line of a file.
type place struct {
	file string
	line int
}

// stack is a stack with what is known of it.
type stack struct {
	frames  []Frame // the innermost first
	state   State
	handler int    // index of the frame, or -1 for no request
	route   string // its name in the report
	by      string // what it is named by
	own     bool   // it serves wring

	// at is the index of the program's frame that is to blame, or -1: the innermost
	// at or below the handler, or in a database the one whose line has the statement
	// that is sent, since others may only hand it on. sent is that statement, or nil.
	at   int
	sent *Statement

	// What it is doing, where it serves no request: collecting, or looking for what
	// to run next. Blocks is for a system call at which goroutines wait.
	collects, schedules, blocks bool
}

// request reports whether a stack is that of a request, and not wring's own.
func (s *stack) request() bool { return s.handler >= 0 && !s.own }

// program returns the frame of the program that is to blame; ok is false where
// there is none.
func (s *stack) program() (Frame, bool) {
	if s.at < 0 {
		return Frame{}, false
	}
	return s.frames[s.at], true
}

// blame sets at and sent.
func (v *seen) blame(s *stack) {
	s.at = -1
	asks := s.inDatabase()
	for i, f := range s.frames {
		if s.handler >= 0 && i > s.handler {
			return
		}
		if !IsProgram(f) {
			continue
		}
		inner := s.at < 0
		if inner {
			s.at = i
			if !asks && s.state != Running {
				return
			}
		}
		if st := v.statement(f, inner && asks); st != nil {
			if s.sent = st; asks {
				s.at = i
			}
			return
		}
	}
}

// below returns the frames from the innermost to the handler.
func (s *stack) below() []Frame { return s.frames[:s.handler+1] }

// has reports whether a function with one of the prefixes is below the handler.
func (s *stack) has(prefixes ...string) bool {
	for _, f := range s.below() {
		if begins(f.Func, prefixes) {
			return true
		}
	}
	return false
}

// look classifies the stacks of a capture. What requests queue for, [seen.queue] adds.
func look(c *Capture) *seen {
	v := &seen{Capture: c, lines: map[place]*Line{}}
	if c.Source != nil {
		for i := range c.Source.Lines {
			l := &c.Source.Lines[i]
			v.lines[place{l.File, l.Line}] = l
		}
	}
	v.stacks = make([]stack, len(c.Stacks))
	for i, s := range c.Stacks {
		frames := make([]Frame, len(s.Frames))
		for j, f := range s.Frames {
			frames[j] = c.Frames[f]
		}
		v.stacks[i] = stack{frames: frames, state: stateOf(frames),
			handler: handlerOf(frames, v.lines)}
		st := &v.stacks[i]
		st.own = st.handler >= 0 && slices.ContainsFunc(frames, func(f Frame) bool {
			return strings.HasPrefix(f.Func, "net/http/pprof.")
		})
		st.work()
		v.blame(st)
	}
	v.name()
	v.locks = v.heldLocks()
	if pool, ok := v.pool(); ok {
		v.locks = append(v.locks, pool)
	}
	return v
}

// area estimates the time of the requests for which is holds.
func (v *seen) area(is func(*stack) bool) Area {
	return v.areaBy(func(s *stack) float64 {
		if is(s) {
			return 1
		}
		return 0
	})
}

// areaBy estimates the time of requests, of each as much as part says, from 0 to 1.
func (v *seen) areaBy(part func(*stack) float64) Area {
	parts := make([]float64, len(v.stacks))
	for i := range v.stacks {
		if s := &v.stacks[i]; s.request() {
			parts[i] = part(s)
		}
	}
	counts := make([]float64, len(v.Looks))
	for i, l := range v.Looks {
		for _, t := range l.Counts {
			counts[i] += parts[t.Stack] * float64(t.N)
		}
	}
	return areaOf(counts, v.Seconds)
}

// routesOf returns the routes of the stacks for which is holds, the most time
// first.
func (v *seen) routesOf(is func(*stack) bool) []string {
	sums := map[string]float64{}
	for _, l := range v.Looks {
		for _, t := range l.Counts {
			if s := &v.stacks[t.Stack]; s.request() && is(s) {
				sums[s.route] += float64(t.N)
			}
		}
	}
	return descending(sums)
}

// whole is the time of all requests.
func (v *seen) whole() Area { return v.area(func(*stack) bool { return true }) }
