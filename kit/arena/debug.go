package arena

import (
	"fmt"
	"runtime"
	"strings"
)

// Debug says what an arena made by [NewDebug] checks. All of it is for tests:
// it costs microseconds per allocation.
type Debug struct {
	// Leaks makes Free and Recycle look for values of the arena that something
	// still refers to. Each value gets memory of its own, and the garbage
	// collector is asked what is left. A variable that is not used any more is no
	// reference.
	Leaks bool

	// Poison makes Free and Recycle overwrite what the arena handed out. Using a
	// stale pointer, string, slice, map or interface that was stored there then
	// faults, and other values are obviously wrong. What was overwritten is kept
	// for a while, and if the program writes to it, a later check finds that.
	Poison bool

	// Quarantine is how many bytes of overwritten memory are kept; 0 means 1 MiB.
	Quarantine int

	// Report is called for each problem. It may be nil: then Free and Recycle
	// panic with the problems that they found.
	Report func(Problem)
}

// Problem is a wrong use of an arena's memory that a check found.
type Problem struct {
	What  string          // "leak" or "stale write"
	When  string          // the call that found it: "Free", "Recycle" or "Verify"
	Type  string          // the type of the value
	Count int             // how many values it was allocated with: 1, or the capacity of a slice
	Stack []runtime.Frame // who allocated a leaked value, the innermost call first
}

// String returns the problem in a line, followed by a line for each caller.
func (p Problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "arena: %s found by %s: %s", p.What, p.When, p.Type)
	if p.Count != 1 {
		fmt.Fprintf(&b, " (%d of them)", p.Count)
	}
	for _, f := range p.Stack {
		fmt.Fprintf(&b, "\n\t%s\n\t\t%s:%d", f.Function, f.File, f.Line)
	}
	return b.String()
}

// Error makes a Problem an error.
func (p Problem) Error() string { return p.String() }

// NewDebug returns an empty arena that checks what d asks for.
func NewDebug(d Debug) *Arena {
	if d.Quarantine == 0 {
		d.Quarantine = 1 << 20
	}
	return &Arena{debug: &debugger{Debug: d}}
}

// Verify looks for writes to memory that was overwritten because of
// [Debug.Poison]. Free and Recycle do so, too.
func (a *Arena) Verify() {
	if a != nil && a.debug != nil {
		a.debug.verify("Verify")
		a.debug.report()
	}
}

// Poisoned reports whether an access that faulted at the given address used a
// pointer that a has overwritten. Where the system has no memory that faults,
// stale pointers are nil and the answer is false.
func (a *Arena) Poisoned(address uintptr) bool {
	if a == nil || a.debug == nil || a.debug.guard == 0 {
		return false
	}
	return address-a.debug.guard < guardSize
}

// debugger holds what a checking arena has to remember.
type debugger struct {
	Debug
	tracked    []tracked
	quarantine []prisoner // the oldest first
	held       int        // bytes in quarantine
	guard      uintptr    // what stale pointers are set to, or 0
	found      []Problem
}

// begin gives the arena its checks in programs that are built for that.
func (a *Arena) begin() {
	if debugBuild && a.debug == nil {
		a.debug = NewDebug(Debug{Leaks: true, Poison: true}).debug
	}
}

// check looks at everything that the arena handed out, which is about to be
// taken back.
func (a *Arena) check(when string) {
	d := a.debug
	if d == nil {
		return
	}
	d.verify(when)
	if d.Leaks {
		for _, s := range a.slabs {
			s.forget()
		}
		d.leaks(when)
	}
	if d.Poison {
		for _, s := range a.slabs {
			s.poison(d)
		}
	}
	d.report()
}

// report hands over what was found.
func (d *debugger) report() {
	found := d.found
	d.found = nil
	if len(found) == 0 {
		return
	}
	if d.Report == nil {
		panic(found)
	}
	for _, p := range found {
		d.Report(p)
	}
}
