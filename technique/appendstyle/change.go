package appendstyle

import (
	"go/ast"
	"iter"
	"slices"
)

// change is a plan for a part of a function, and in the end for all of it: which
// nodes become what.
type change struct {
	edits []edit
	outs  []*local // the slices that it declares, as they get their names
	at    ast.Node // an expression that allocates no more
	// also are those of helpers whose text becomes no string here, where nothing else did.
	also []ast.Node
	gain int
	size int
}

// and returns both changes as one.
func (c change) and(d change) change {
	at := c.at
	if at == nil {
		at = d.at
	}
	return change{edits: slices.Concat(c.edits, d.edits), outs: slices.Concat(c.outs, d.outs),
		at: at, also: slices.Concat(c.also, d.also), gain: c.gain + d.gain, size: c.size + d.size}
}

// replaced is the change that puts lines in the place of a statement.
func replaced(s ast.Stmt, lines ...code) change {
	return change{edits: []edit{{s, block(lines...)}}}
}

// counting adds what pieces count to a change whose edits append them. A loop around
// them runs perLoop times.
func (c change) counting(p pieces, inLoop bool) change {
	if inLoop {
		p.size *= perLoop
	}
	c.gain += p.gain
	c.size += p.size + p.looped
	for _, s := range p.drops {
		c = c.and(replaced(s))
	}
	return c
}

// parts yields the parts of all codes of a change.
func (c change) parts() iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, e := range c.edits {
			if !e.text.each(yield) {
				return
			}
		}
	}
}

// replaces reports whether a change puts something in the place of a node.
func (c change) replaces(n ast.Node) bool {
	return slices.ContainsFunc(c.edits, func(e edit) bool { return e.node == n })
}

// within reports whether a change replaces something below a node, or the node.
func (c change) within(n ast.Node) bool {
	return slices.ContainsFunc(c.edits, func(e edit) bool {
		return n.Pos() <= e.node.Pos() && e.node.End() <= n.End()
	})
}

// meets reports whether two changes replace nodes of which one is in the other.
func (c change) meets(d change) bool {
	return slices.ContainsFunc(c.edits, func(e edit) bool {
		return d.covers(e.node) || d.within(e.node)
	})
}

// covers reports whether a change replaces a node or something around it.
func (c change) covers(n ast.Node) bool {
	return slices.ContainsFunc(c.edits, func(e edit) bool {
		return e.node.Pos() <= n.Pos() && n.End() <= e.node.End()
	})
}

// keeps reports whether what another change replaces is whole in the code that c puts there: c
// does not take it apart.
func (c change) keeps(d change) bool {
	for _, e := range d.edits {
		if !c.covers(e.node) {
			continue
		}
		whole := false
		for part := range c.parts() {
			n, ok := part.(ast.Node)
			if a, is := part.(altered); is {
				n, ok = a.node, true
			}
			whole = whole || ok && n.Pos() <= e.node.Pos() && e.node.End() <= n.End()
		}
		if !whole {
			return false
		}
	}
	return true
}

// calls yields the calls that become ones of twins.
func (c change) calls() iter.Seq[operands] {
	return func(yield func(operands) bool) {
		for part := range c.parts() {
			if call, ok := part.(operands); ok && !yield(call) {
				return
			}
		}
	}
}

// reached returns the twins that a change needs, each behind those that it
// needs itself.
func (c change) reached() []*twin {
	var all []*twin
	seen := make(map[*twin]bool)
	var visit func(change)
	visit = func(c change) {
		for part := range c.parts() {
			if t, ok := part.(*twin); ok && !seen[t] {
				seen[t] = true
				visit(t.plan)
				all = append(all, t)
			}
		}
	}
	visit(c)
	return all
}

// recursive reports whether a change needs a twin of the function that it is for.
func (c change) recursive() bool {
	return slices.ContainsFunc(c.reached(), func(t *twin) bool { return t.f == nil })
}
