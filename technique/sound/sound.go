// Package sound finds out which proposals for a package leave it type-checking:
// each alone, and several together.
//
// A package can have thousands of proposals and a hundred thousand lines, so
// they are checked many at a time, and only the functions that change or that
// use what changes keep their bodies: those of all others were checked when the
// package was loaded. An error is traced to the proposals that could have made
// it, which are then checked alone.
package sound

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// Package is a package that type-checks.
type Package struct {
	Fset      *token.FileSet
	Files     []*ast.File
	Types     *types.Package
	Info      *types.Info
	Sizes     types.Sizes
	GoVersion string // "go1.26"; "" for the newest
	// ReadFile returns the text that a file was parsed from.
	ReadFile func(name string) ([]byte, error)
}

// Alone returns for each list of edits what is wrong with the package when they
// are made and no others; nil for nothing. It checks as much at the same time as
// there are processors.
func Alone(p Package, proposals [][]analysis.TextEdit) []error {
	c := newChecker(p, proposals)
	c.apartNames()
	problems := make([]error, len(proposals))
	var rest []int
	apart := c.apart()
	checks := []func(c *checker){func(c *checker) { c.inRounds(rest, problems) }}
	for id := range proposals {
		switch {
		case !apart[id]:
			rest = append(rest, id)
		case !newPlan().add(id, c.edits[id]):
			problems[id] = errOverlap
		default:
			checks = append(checks, func(c *checker) { c.bisect([]int{id}, problems) })
		}
	}
	var wait sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(checks)) {
		wait.Go(func() {
			c := c.another()
			for i := int(next.Add(1)); i <= len(checks); i = int(next.Add(1)) {
				checks[i-1](c)
			}
		})
	}
	wait.Wait()
	return problems
}

// inRounds records what is wrong with each of some proposals. It checks those
// together that do not conflict.
func (c *checker) inRounds(rest []int, problems []error) {
	for len(rest) > 0 {
		pl := newPlan()
		var next []int
		for _, id := range rest {
			if !pl.add(id, c.editsAmong(len(rest), id)) {
				next = append(next, id)
			}
		}
		c.bisect(pl.members, problems)
		if len(next) == len(rest) { // edits that overlap with themselves
			for _, id := range next {
				problems[id] = errOverlap
			}
			break
		}
		rest = next
	}
}

var errOverlap = errors.New("its edits overlap")

// Together returns which of the proposals, each of which is sound alone, may be
// made together: of two that conflict, or that are wrong together, the first.
func Together(p Package, proposals [][]analysis.TextEdit) []bool {
	c := newChecker(p, proposals)
	pl := newPlan()
	for id, edits := range c.edits {
		pl.add(id, edits)
	}
	members := pl.members
	for len(members) > 0 {
		v := c.check(members)
		if v.err == nil {
			break
		}
		members = without(members, v.rejected())
	}
	chosen := make([]bool, len(proposals))
	for _, id := range members {
		chosen[id] = true
	}
	return chosen
}

// SharedOnce returns the edits of proposals that are made together, in which each import and
// function that several of them insert is inserted by the first alone. Who merges edits, as
// go vet -fix does, cannot tell what they share where each inserts other things there, too.
func SharedOnce(proposals [][]analysis.TextEdit) [][]analysis.TextEdit {
	type insertion struct {
		at   token.Pos
		text string
	}
	seen := make(map[insertion]bool)
	list := make([][]analysis.TextEdit, len(proposals))
	for i, edits := range proposals {
		for _, e := range edits {
			in := insertion{e.Pos, string(e.NewText)}
			shared := e.Pos == e.End && rewrite.Shared(alloc.Edit{New: in.text})
			if !shared || !seen[in] {
				list[i] = append(list[i], e)
			}
			seen[in] = seen[in] || shared
		}
	}
	return list
}

// bisect records what is wrong with each of some proposals that do not
// conflict. What several of them are to blame for is mostly that they declare the
// same, each for itself: then the first is kept, and the others are tried again.
func (c *checker) bisect(ids []int, problems []error) {
	if len(ids) == 0 {
		return
	}
	v := c.check(ids)
	switch {
	case v.err == nil:
		return
	case len(ids) == 1:
		problems[ids[0]] = v.err
		return
	case len(v.blamed) == 0:
		c.bisect(ids[:len(ids)/2], problems)
		c.bisect(ids[len(ids)/2:], problems)
		return
	}
	rejected := v.rejected()
	kept := without(ids, rejected)
	if len(kept) == 0 {
		rejected = v.blamed
		kept = without(ids, rejected)
	}
	alone := make(map[int]bool)
	for _, group := range v.groups {
		if len(group) == 1 || len(kept) == 0 {
			for _, id := range group {
				alone[id] = true
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(alone)) {
		c.bisect([]int{id}, problems)
	}
	c.bisect(kept, problems)
	c.bisect(without(slices.Sorted(maps.Keys(rejected)), alone), problems)
}

func without(ids []int, drop map[int]bool) []int {
	var out []int
	for _, id := range ids {
		if !drop[id] {
			out = append(out, id)
		}
	}
	return out
}
