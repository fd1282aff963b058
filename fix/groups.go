package fix

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/counts"
)

// groups divides candidates into those whose gains cannot be told apart by
// function: of one function, or of functions that call one another. The order
// of the set is kept.
func groups(set []candidate, rec *alloc.Record) [][]candidate {
	related := relations(rec)
	var list [][]candidate
	for _, c := range set {
		group := []candidate{c}
		list = slices.DeleteFunc(list, func(g []candidate) bool {
			joins := slices.ContainsFunc(g, func(d candidate) bool {
				return c.Func == d.Func || related(c.Func, d.Func)
			})
			if joins {
				group = append(g, group...)
			}
			return joins
		})
		list = append(list, group)
	}
	return list
}

// clear reports whether all of a group gain: what they do away with together is
// all that the sites of each were measured to allocate.
func clear(old, now *alloc.Record, group []candidate) bool {
	var funcs []string
	expected := 0.0
	seen := map[string]bool{}
	for _, c := range group {
		funcs = append(funcs, c.Func)
		for id, objects := range c.sites {
			if seen[id] {
				return false // which of two has removed it?
			}
			seen[id] = true
			expected += objects
		}
	}
	gained := counts.Through(old, funcs).Objects - counts.Through(now, funcs).Objects
	return expected > 0 && gained >= 0.97*expected
}

// relations returns a function that reports whether two functions occur on one
// stack of the record.
func relations(rec *alloc.Record) func(a, b string) bool {
	stacks := map[string]map[int]bool{} // by function, closures included
	for _, s := range rec.Samples {
		for _, f := range rec.Stacks[s.Stack] {
			fn := topFunc(rec.Frames[f].Func)
			if stacks[fn] == nil {
				stacks[fn] = map[int]bool{}
			}
			stacks[fn][s.Stack] = true
		}
	}
	return func(a, b string) bool {
		for i := range stacks[topFunc(a)] {
			if stacks[topFunc(b)][i] {
				return true
			}
		}
		return false
	}
}

// topFunc returns the declared function that a closure is in.
func topFunc(fn string) string {
	slash := strings.LastIndexByte(fn, '/') + 1
	for _, mark := range []string{".func", "-range", ".gowrap", ".deferwrap"} {
		if i := strings.Index(fn[slash:], mark); i > 0 {
			fn = fn[:slash+i]
		}
	}
	return fn
}
