package live

import (
	"fmt"
	"slices"
	"strings"
)

// slow are the states in which a lock is better not held.
var slow = [...]State{Query, Connecting, PoolWait, Network, Commanding, Timer, File}

// heldLock is a mutex that is held over something slow while requests wait for it, or
// a pool of connections.
type heldLock struct {
	waits, over func(*stack) bool // who waits for it, and who has it and does what is slow
	servers     float64           // how many may have it at once
	evidence    string            // "" of a pool
}

// heldLocks finds mutexes that are held over something slow, the one with most
// waiting first.
func (v *seen) heldLocks() []heldLock {
	var list []heldLock
	for _, owner := range v.lockOwners() {
		l := heldLock{waits: func(s *stack) bool { return lockOwner(s) == owner }}
		var ok bool
		if l.evidence, l.over, ok = v.heldOver(owner); !ok || !v.area(l.waits).enough() {
			continue
		}
		l.servers = max(v.atOnce(l.over), 1)
		list = append(list, l)
	}
	return list
}

// atOnce is the most requests for which is holds that one look saw.
func (v *seen) atOnce(is func(*stack) bool) float64 {
	most := 0
	for _, l := range v.Looks {
		n := 0
		for _, t := range l.Counts {
			if s := &v.stacks[t.Stack]; s.request() && is(s) {
				n += int(t.N)
			}
		}
		most = max(most, n)
	}
	return float64(most)
}

// freed estimates what is saved where the lock or pool with a number is waited for
// no more.
func (v *seen) freed(number int) Area {
	waits := v.area(v.locks[number].waits)
	saved := v.whole().Mean * v.queues.without(relief{freed: number})
	by := saved / max(waits.Mean, 1e-9)
	return Area{Mean: saved, Low: by * waits.Low, High: by * waits.High, N: waits.N, In: waits.In}
}

// lockHeld concludes about mutexes that are held over something slow.
func lockHeld(v *seen) []Conclusion {
	var list []Conclusion
	for i, l := range v.locks {
		if l.evidence == "" {
			continue // a pool
		}
		area := v.area(l.waits)
		c := Conclusion{Code: LockHeld, Routes: v.routesOf(l.waits), about: l.waits,
			Text: "unlock before the slow part, and lock for the data alone",
			Evidence: fmt.Sprintf("%s of all time of requests is spent waiting; %s", v.of(area),
				l.evidence),
			Command: "wring locks " + v.Target.Address}
		c.saves(v.freed(i), 0.7, 1)
		sites := v.sites(l.waits)
		if len(sites) == 0 {
			continue
		}
		c.Place = v.site(sites[0])
		if v.saturation() > 0.5 {
			c.Evidence += fmt.Sprintf("; the processors are busy for %.0f %%, so waiting for them "+
				"would take the place of some of it", 100*v.Target.Busy)
		}
		list = append(list, c)
	}
	return list
}

// lockOwner returns the type, or the function, that locks what a stack waits for;
// "" if it waits for no lock of the program.
func lockOwner(s *stack) string {
	if s.state != LockWait {
		return ""
	}
	for _, f := range s.below() {
		if isLock(f.Func) || strings.HasPrefix(f.Func, "runtime.") ||
			strings.HasPrefix(f.Func, "sync.") || strings.HasPrefix(f.Func, "internal/sync.") {
			continue
		}
		if !IsProgram(f) {
			return "" // a lock of a library
		}
		return ownerOf(f.Func)
	}
	return ""
}

// ownerOf returns the type of a method, or the function, with the package.
func ownerOf(fn string) string {
	if i := strings.Index(fn, ".("); i >= 0 {
		if j := strings.IndexByte(fn[i:], ')'); j > 0 {
			return fn[:i+j+1]
		}
	}
	return fn
}

// lockOwners returns all of them, the one with most waiting first.
func (v *seen) lockOwners() []string {
	sums := map[string]float64{}
	for _, l := range v.Looks {
		for _, t := range l.Counts {
			if s := &v.stacks[t.Stack]; s.request() {
				if owner := lockOwner(s); owner != "" {
					sums[owner] += float64(t.N)
				}
			}
		}
	}
	return descending(sums)
}

// heldOver says what is slow while a lock is held: what a dump has proven, or
// functions that were seen both to wait for the lock and, further down, to do
// something slow. Over tells those stacks.
func (v *seen) heldOver(owner string) (evidence string, over func(*stack) bool, ok bool) {
	locking := map[string]int{} // functions, with the line at which they lock
	for i := range v.stacks {
		s := &v.stacks[i]
		if !s.request() || lockOwner(s) != owner {
			continue
		}
		if f, ok := s.program(); ok {
			locking[f.Func] = f.Line
		}
	}
	at := func(s *stack) (Frame, bool) {
		if !slices.Contains(slow[:], s.state) {
			return Frame{}, false
		}
		for _, f := range s.below() {
			if line, ok := locking[f.Func]; ok && f.Line > line {
				return f, true
			}
		}
		return Frame{}, false
	}
	over = func(s *stack) bool { _, ok := at(s); return ok }
	if !v.area(over).enough() {
		return "", nil, false
	}
	for i := range v.stacks {
		s := &v.stacks[i]
		if !s.request() {
			continue
		}
		f, ok := at(s)
		if !ok {
			continue
		}
		evidence = fmt.Sprintf("%s locks at line %d and is then in state %q at %s",
			shortFunc(f.Func), locking[f.Func], s.state, v.site(f))
		if h := v.holder(f.Func); h.grade == "proven" {
			evidence += fmt.Sprintf("; a dump proves that %s holds %s", shortFunc(h.fn), h.lock)
		}
		return evidence, over, true
	}
	return "", nil, false
}
