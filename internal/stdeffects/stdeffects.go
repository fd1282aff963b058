// Package stdeffects is one table of what the functions of the standard library
// do: which write to memory of their arguments, keep it, call back, reach
// outside of the process, or panic. Who asks about a function that is not in it
// must assume all.
package stdeffects

import (
	_ "embed"
	"fmt"
	"go/types"
	"strings"
	"sync"
)

// Effects are what a function may do; the zero value is nothing of all this.
type Effects uint16

// The effects.
const (
	// Writes to memory that an argument leads to, or that others can see
	// through the receiver.
	Writes Effects = 1 << iota
	// Changes its receiver, whose memory only its own methods can see.
	Changes
	// Keeps an argument or its receiver: what it returns, or something that
	// outlives the call, leads to their memory.
	Keeps
	// Calls what its arguments hold: functions, and methods by way of an
	// interface.
	Calls
	// Outside says that it reaches outside of its arguments: files, network,
	// clock, environment, randomness, or state of its package.
	Outside
	// Panics for some arguments.
	Panics
	// Acts outside of its arguments, so that it must not be called with any: it
	// changes, talks to others, starts, or waits. To read files is not to act.
	Acts
	// Shows the capacity of a slice that it gets: it looks at it, or hands the
	// slice on to what it calls.
	Shows
	// Nil says that it may tell a nil slice from an empty one, or takes slices in
	// interfaces only. The table says of packages, in lines that begin with nil-is-empty,
	// that their functions do neither, but for those with the letter.
	Nil
)

// Unknown is everything.
const Unknown = Writes | Changes | Keeps | Calls | Outside | Panics | Acts | Shows | Nil

// Has reports whether e has one of the others.
func (e Effects) Has(others Effects) bool { return e&others != 0 }

var letters = map[rune]Effects{'-': 0, 'w': Writes, 'r': Changes, 'k': Keeps, 'c': Calls,
	'x': Outside, 'd': Outside | Acts, 'p': Panics, 's': Shows, 'n': Nil}

//go:embed table.txt
var text string

// Frozen is the Go release whose functions the table speaks of where it says
// "*". A function that is newer is not known until the table names it.
const Frozen = 26

// Table holds the rules of the packages.
type Table map[string][]Rule

// Rule gives the effects of the functions of a package with a name: F or T.M,
// or with * at the end, a prefix. The longest match counts; *.* matches all
// methods. The effects of a variable are those of calling the function that it
// holds.
type Rule struct {
	Name    string
	Effects Effects
}

var table = sync.OnceValue(func() Table {
	t, err := Parse(text)
	if err != nil {
		panic(err) // a test reads the table
	}
	return t
})

// Parse reads a table. Each line has a package, letters and names.
func Parse(text string) (Table, error) {
	t := make(Table)
	empty := map[string]bool{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if fields[0] == "nil-is-empty" {
			for _, pkg := range fields[1:] {
				empty[pkg] = true
			}
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf("effects: %q has no names", strings.TrimSpace(line))
		}
		var e Effects
		for _, letter := range fields[1] {
			bit, ok := letters[letter]
			if !ok {
				return nil, fmt.Errorf("effects: %q has the letter %c", strings.TrimSpace(line),
					letter)
			}
			e |= bit
		}
		for _, name := range fields[2:] {
			t[fields[0]] = append(t[fields[0]], Rule{name, e})
		}
	}
	for pkg, rules := range t {
		for i := range rules {
			if !empty[pkg] {
				rules[i].Effects |= Nil
			}
		}
		delete(empty, pkg)
	}
	for pkg := range empty {
		return nil, fmt.Errorf("effects: nil-is-empty names %s, which has no rules", pkg)
	}
	return t, nil
}

// methods is the name of a rule for all methods.
const methods = "*.*"

// Find returns what the table says of a function: F, or T.M for a method.
func (t Table) Find(pkg, name string) (Effects, bool) {
	effects, longest := Unknown, -1
	for _, r := range t[pkg] {
		prefix, open := strings.CutSuffix(r.Name, "*")
		switch {
		case !open && r.Name == name:
			return r.Effects, true
		case r.Name == methods:
			if longest < 0 && strings.Contains(name, ".") {
				effects, longest = r.Effects, 0
			}
		case open && prefix == "" && strings.Contains(name, "."):
			// * speaks of functions only.
		case open && strings.HasPrefix(name, prefix) && len(prefix) > longest:
			effects, longest = r.Effects, len(prefix)
		}
	}
	return effects, longest >= 0
}

// Of returns what a function of the standard library does; Unknown and false
// when the table does not have it.
func Of(fn *types.Func) (Effects, bool) {
	if fn.Pkg() == nil {
		return 0, fn.Name() == "Error" // of the predeclared type
	}
	return table().Find(fn.Pkg().Path(), Name(fn))
}

// OfVariable returns what using a package's variable may do.
func OfVariable(v *types.Var) (Effects, bool) {
	if v.Pkg() == nil {
		return 0, false
	}
	return table().Find(v.Pkg().Path(), v.Name())
}

// Name returns the name of a function as the table has it.
func Name(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := types.Unalias(recv.Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "." + fn.Name()
	}
	return "?." + fn.Name()
}
