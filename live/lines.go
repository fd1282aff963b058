package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// shownLines is how many lines a route has in the report.
const shownLines = 10

// lineKey is what tells apart where requests are.
type lineKey struct {
	state State
	frame Frame
}

// linesOf returns where the stacks for which is holds are, the most time first.
func (v *seen) linesOf(is func(*stack) bool) []LineTime {
	sums := map[lineKey]float64{}
	first := map[lineKey]*stack{}
	if len(v.Looks) == 0 {
		return []LineTime{}
	}
	each := v.Seconds / float64(len(v.Looks))
	for _, l := range v.Looks {
		for _, t := range l.Counts {
			s := &v.stacks[t.Stack]
			if !s.request() || !is(s) {
				continue
			}
			f, ok := s.program()
			if !ok {
				f = s.frames[s.handler]
			}
			key := lineKey{s.state, f}
			sums[key] += float64(t.N) * each
			if first[key] == nil {
				first[key] = s
			}
		}
	}
	list := []LineTime{}
	for key, seconds := range sums {
		list = append(list, LineTime{State: key.state, Func: shortFunc(key.frame.Func),
			File: key.frame.File, Line: key.frame.Line, Seconds: seconds,
			Detail: v.detail(first[key])})
	}
	slices.SortFunc(list, func(a, b LineTime) int {
		return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.State, b.State))
	})
	return list[:min(len(list), shownLines)]
}

// detail says more of what a stack waits for.
func (v *seen) detail(s *stack) string {
	switch s.state {
	case Query:
		if s.sent != nil {
			return s.sent.Text
		}
	case LockWait:
		return v.lockDetail(s)
	case Network:
		for _, frame := range s.below() {
			if !isStandard(frame) {
				if IsProgram(frame) {
					break
				}
				return "in " + packageOf(frame.Func)
			}
		}
	}
	return ""
}

// statement returns the statement that a line sends, or nil. Of the line that calls
// the database itself it may also be one whose row it reads: a Scan may stand on the
// line after the call that it belongs to.
func (v *seen) statement(f Frame, inner bool) *Statement {
	if v.Source == nil {
		return nil
	}
	after := 0
	if inner {
		after = 1
	}
	var best *Statement
	for i := range v.Source.Statements {
		s := &v.Source.Statements[i]
		if !sameFile(f.File, s.File) || f.Line < s.Line || f.Line > max(s.End, s.Line)+after {
			continue
		}
		if best == nil || s.Line > best.Line {
			best = s
		}
	}
	return best
}

// sameFile reports whether a path on a stack is that of a file of the source,
// which is relative to a folder of the module.
func sameFile(path, file string) bool {
	return path == file || strings.HasSuffix(path, "/"+file)
}

// lockDetail names the lock that a stack waits for, and who holds it, if a dump
// told.
func (v *seen) lockDetail(s *stack) string {
	site, ok := s.program()
	if !ok {
		return ""
	}
	holder := v.holder(site.Func)
	if holder.lock == "" {
		return ""
	}
	text := holder.lock
	if holder.fn != "" {
		text += fmt.Sprintf(", held by %s (%s) in %s:%d", shortFunc(holder.fn), holder.grade,
			baseFile(holder.file), holder.line)
	}
	return text
}

func baseFile(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// holding is who holds a lock.
type holding struct {
	lock, grade, fn, file, state string
	line                         int
}

// holder returns the lock that the dumps saw goroutines wait for in a function.
func (v *seen) holder(fn string) holding {
	var best holding
	for _, d := range v.Locks {
		for _, l := range d.Locks {
			if len(l.Waiters) == 0 || !strings.Contains(strings.Join(l.Advice, " ")+l.Lock,
				receiverOf(fn)) {
				continue
			}
			if best.lock == "" {
				best.lock = l.Lock
			}
			for _, h := range l.Holders {
				if best.fn == "" || h.Grade == "proven" && best.grade != "proven" {
					best = holding{l.Lock, h.Grade, h.Func, h.File, h.State, h.Line}
				}
			}
		}
	}
	return best
}

// receiverOf returns the type of a method with its package: store.(*Sessions).
func receiverOf(fn string) string {
	fn = shortFunc(fn)
	if i := strings.LastIndexByte(fn, '.'); i > 0 {
		return fn[:i]
	}
	return fn
}
