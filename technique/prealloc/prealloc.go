// Package prealloc gives a slice that a loop fills by append its final
// capacity at once, where the loop's length is known or bounds it.
package prealloc

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("prealloc",
		"make a slice with its final capacity before a loop appends to it\n\n"+
			"Append moves the elements to a larger array each time the old one is full. "+
			"Where the number of elements is known before the loop, or bounded by the "+
			"length of what it ranges over, one array of that size does. A result that "+
			"was nil when nothing was appended stays nil. The same holds for what is "+
			"collected of a map or a slice. Where there is an element for each byte of one value, "+
			"those are counted. Where a loop cuts parts off a text, and puts together what it "+
			"makes of them and the rest, there is as much room as the text has. Where each "+
			"iteration appends a whole slice, or "+
			"has a loop that appends, the lengths are added up before. Where there may be "+
			"something in the slice already, as in a parameter, a field, or a variable that "+
			"begins as one of these, it grows once. A field that is nil gets its room with its "+
			"first element where the loop may fail before. Where a loop counts to a number and "+
			"may fail before, the room is bounded: the number may be a lie.\n\n"+
			"The rewrite assumes that no code relies on spare capacity, which append "+
			"does not promise.",
		run, collects, shrinks),
	Title:  "Give a slice its capacity at once",
	Causes: []string{"append-grows", "iterator-collect"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	names := make(map[inspector.Cursor]map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		l, ok := loopAt(pass, cur)
		if !ok {
			continue
		}
		l.fields()
		l.growFields(takenIn(names, l.fn()))
		filled := l.filled()
		for _, v := range filled {
			if l.limit.hoist && len(filled) > 1 {
				continue // each would want to keep the operand in a variable
			}
			p, ok := l.propose(v)
			if !ok {
				p, ok = l.total(v, takenIn(names, l.fn()))
			}
			if !ok {
				p, ok = l.grows(v)
			}
			if !ok {
				p, ok = l.growsTotal(v, takenIn(names, l.fn()))
			}
			if ok {
				technique.Report(pass, p)
			}
		}
	}
}

// takenIn returns the names that proposals for a function give.
func takenIn(names map[inspector.Cursor]map[string]bool, fn inspector.Cursor) map[string]bool {
	for decl := range fn.Enclosing((*ast.FuncDecl)(nil)) {
		fn = decl
	}
	if names[fn] == nil {
		names[fn] = make(map[string]bool)
	}
	return names[fn]
}

// filled returns the variables that the loop appends to, in order.
func (l *loop) filled() []*types.Var {
	var vars []*types.Var
	for n := range ast.Preorder(l.body) {
		if v := added(l.pass.TypesInfo, n); v != nil && !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
	}
	return vars
}

// appendsTo returns v when n is v = append(v, x, y), and nil otherwise.
func appendsTo(info *types.Info, n ast.Node) *types.Var {
	v := added(info, n)
	if v == nil || n.(*ast.AssignStmt).Rhs[0].(*ast.CallExpr).Ellipsis.IsValid() {
		return nil // as many as that slice has
	}
	return v
}

// added returns v when n is v = append(v, x, y) or v = append(v, list...), and nil otherwise.
func added(info *types.Info, n ast.Node) *types.Var {
	as, ok := n.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "append") || len(call.Args) < 2 {
		return nil
	}
	left, ok := as.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	from, ok := call.Args[0].(*ast.Ident)
	if !ok || info.Uses[left] == nil || info.Uses[left] != info.Uses[from] {
		return nil
	}
	v, _ := info.Uses[left].(*types.Var)
	return v
}

// amount returns how many elements the loop appends, and what follows it.
func (l *loop) amount(v *types.Var, s start, most int, always bool) string {
	size := l.limit.times(most)
	if always || !s.isNil {
		size += l.andNext(v, s)
	}
	if more := l.after(v); more > 0 {
		size += fmt.Sprint(" + ", more)
	}
	return size
}

// propose proposes to give v its capacity, when that is right.
func (l *loop) propose(v *types.Var) (technique.Proposal, bool) {
	var none technique.Proposal
	appends, most := l.appends(v)
	if most <= 0 {
		return none, false
	}
	counting, imports, counted := l.byByte(appends)
	if counted {
		l = counting
		l.guessed = true
	}
	s, ok := l.startOf(v)
	if !ok || !l.usesKeep(v, s) {
		return none, false
	}
	always := l.surely(v, l.body.List)
	size, ok := "", true
	if !l.limit.held && (!always || l.endsEarly()) {
		always = false // where a number need not fit into memory
		size, ok = l.fallible(v, appends, most)
	} else {
		size = l.amount(v, s, most, always)
		ok = !l.wraps(size)
	}
	if !ok {
		return none, false
	}
	p := technique.Proposal{At: appends[0].Rhs[0],
		Safe: effects.CapacityUnseen(l.pass, v)}
	switch {
	case !s.isNil && !s.atLoop && !l.limit.asked:
		p.Message = "make " + v.Name() + " with its capacity"
		p.Edits, ok = l.atDeclaration(s, size)
	case always, s.atLoop:
		p.Message = "give " + v.Name() + " its capacity before the loop"
		p.Edits, ok = l.beforeLoop(v, size)
	case l.limit.asked:
		return none, false
	default:
		p.Message = "give " + v.Name() + " its capacity with its first element"
		p.Edits, ok = l.atFirst(v, appends, size)
	}
	p.Edits = append(p.Edits, imports...)
	return p, ok
}
