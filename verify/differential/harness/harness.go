// Package harness runs a function on many inputs and writes down, as a hash per
// input, everything that a caller could see of each call: results, error texts,
// panics, writes to arguments, what shares memory with what, and the calls made
// of writers and functions that were passed in.
//
// The differential judge plants it into the module under test, for one build of
// the old code and one of the new. So it imports nothing but the standard
// library and is written in the language of the oldest module that may hold it:
// no type parameters, no range over integers.
package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"time"
)

// Target is a function under test.
type Target struct {
	Name     string
	Func     interface{} // a method is a method expression: its receiver comes first
	Receiver bool
}

// Var is a package-level variable.
type Var struct {
	Name    string
	Pointer interface{}
}

// Registry is what the package under test has. It is the same for the old code
// and the new, except for what Func values do, for Added and MakesMaps.
type Registry struct {
	Package string // import path of the package under test
	Targets []Target
	Makers  []interface{}            // functions that make values of the package's types
	Types   []interface{}            // a nil *T for each type that may stand for an interface
	Foreign []interface{}            // such types of other packages
	Mocks   []func(Mock) interface{} // types that implement interfaces of parameters
	Vars    []Var
	Added   []Var    // variables that only this side has
	Changed []string // types whose declaration differs: only exported fields are looked at
	// Grown are fields that only the new code has, of types that differ in nothing else. They
	// are zero to begin with, and what is in them is not compared.
	Grown []Field
	// Texts are fields that are strings in the old code and bytes in the new, of types that
	// differ in nothing else: they are made and compared as text.
	Texts []Field
	// Lazy are fields with maps of which only a panic told nil from empty in the old code, and
	// that the new code makes when it writes the first entry; and fields with slices of which
	// nothing told that. MakesMaps says that this is the old code.
	Lazy      []Field
	MakesMaps bool
	// Random makes the random numbers that the package reads begin anew; nil where it reads none.
	Random func(seed uint64)

	Strings []string // those of what changes first
	Ints    []int64
	// Constants are those of types, int64 or string, by import path and name of the type.
	Constants map[string][]interface{}
}

// Run does what the plan in the environment says, and ends the process.
func Run(reg Registry) {
	var plan Plan
	text := os.Getenv(PlanVariable)
	if text == "" {
		return
	}
	if err := json.Unmarshal([]byte(text), &plan); err != nil {
		fmt.Fprintln(os.Stderr, "wring harness:", err)
		os.Exit(2)
	}
	out, err := os.OpenFile(plan.Out, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0600)
	if err != nil {
		fmt.Fprintln(os.Stderr, "wring harness:", err)
		os.Exit(2)
	}
	limitMemory()
	restrictFiles()
	guard := &guard{}
	guard.watch(time.Duration(plan.Patience) * time.Millisecond)
	os.Exit(run(&reg, plan, out, guard))
}

// MaxStack is how many bytes of stack calls may take, so that a function that calls itself
// without end soon comes to it. What calls [Run] sets it: the front door, which imports
// this package, need not link runtime/debug.
const MaxStack = 64 << 20

// run returns the exit code.
func run(reg *Registry, plan Plan, out *os.File, guard *guard) int {
	lazy.note(reg.Lazy)
	grown.note(reg.Grown)
	texts.note(reg.Texts)
	s, reason := newSession(reg, plan.Target, guard)
	if reason != "" {
		fmt.Fprint(out, reason)
		return ExitUnable
	}
	if data, err := os.ReadFile(plan.Calls); plan.Calls != "" && err == nil {
		s.calls = ReadCalls(data, recordedAs(plan.Target))
	}
	s.tame, s.sound, s.bred = plan.Tame, plan.Sound, plan.Bred
	switch {
	case plan.Explain != nil:
		return s.explain(plan.Explain, out)
	case plan.Concurrent:
		return s.concurrent(plan, out)
	}
	return s.hashes(plan, out)
}

// recordedAs returns the name under which the calls of a target are recorded:
// the instances of a generic function share them.
func recordedAs(target string) string {
	name, _, _ := strings.Cut(target, "#")
	return name
}

// session is one target being run.
type session struct {
	reg    *Registry
	target Target
	fn     reflect.Value
	params []reflect.Type
	hidden map[string]bool // types of which only exported fields are looked at
	pkg    string          // import path of the package under test, "" if unknown
	guard  *guard
	ring   []kept
	added  []string // what the added variables held at the beginning, in words
	calls  []Call   // recorded
	apart  bool     // each call has what it needs for itself
	tame   bool     // as in Plan
	sound  bool     // as in Plan
	bred   []Bred   // as in Plan
}

// newSession finds the target. The reason is "" unless its inputs cannot be made.
func newSession(reg *Registry, name string, guard *guard) (*session, string) {
	s := &session{reg: reg, hidden: map[string]bool{}, guard: guard}
	for _, name := range reg.Changed {
		s.hidden[name] = true
	}
	found := false
	for _, t := range reg.Targets {
		if t.Name == name {
			s.target, found = t, true
		}
	}
	if !found {
		return nil, "there is no function " + name
	}
	s.fn = reflect.ValueOf(s.target.Func)
	for i := 0; i < s.fn.Type().NumIn(); i++ {
		s.params = append(s.params, s.fn.Type().In(i))
	}
	can := newBuilder(reg)
	s.pkg = can.pkg
	for i, p := range s.params {
		if reason := can.reason(p); reason != "" {
			return nil, fmt.Sprintf("parameter %d cannot be made: %s", i, reason)
		}
	}
	return s, ""
}
