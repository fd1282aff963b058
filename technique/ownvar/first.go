package ownvar

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// begun is an assignment to the variable before all uses of a piece of code.
type begun struct {
	assign inspector.Cursor
	stmt   inspector.Cursor // that runs it first: itself, or what it begins
	end    token.Pos        // of the code
	uses   []inspector.Cursor
}

// assignedFirst declares the variable in a literal that assigns to it before it looks: the
// function's own is another one.
//
//	have: go func() { for req := range reqs { err = req.Reply(); if err != nil { return } } }()
//	want: go func() { for req := range reqs { err := req.Reply(); if err != nil { return } } }()
func (x *variable) assignedFirst() bool {
	list, ok := x.begins()
	if !ok || !x.once && !x.alone(list) || !x.read(x.inside) {
		return false
	}
	gone, ok := x.leave()
	if !ok {
		return false
	}
	if (len(list) == 1 || !x.held(x.inside)) &&
		!slices.ContainsFunc(list, func(b begun) bool { return !x.declares(b) }) {
		x.gone = gone
		for _, b := range list {
			n := b.assign.Node().(*ast.AssignStmt)
			x.edits = append(x.edits, analysis.TextEdit{Pos: n.TokPos,
				End: n.TokPos + token.Pos(len("=")), NewText: []byte(":=")})
		}
		return true
	}
	at := x.lit.Node().(*ast.FuncLit).Body.List[0].Pos()
	text, edits, ok := technique.TypeText(x.pass, technique.FileOf(x.pass, at), at, x.v.Type())
	if !ok || !x.undeclared() {
		return false
	}
	x.begin, x.edits, x.gone = "var "+x.v.Name()+" "+text+"\n", edits, gone
	return true
}

// leave returns the declaration that the function does not need then, or nil: it keeps one of a
// variable that it reads before, or of a parameter.
func (x *variable) leave() (gone *ast.BadStmt, ok bool) {
	if x.read(x.outside) || x.def.ParentEdgeKind() == edge.Field_Names {
		return nil, true
	}
	stmt, start, ok := x.declaration()
	if !ok {
		return nil, false
	}
	names, _, _ := declared(stmt)
	return &ast.BadStmt{From: start, To: stmt.End()},
		len(names) == 1 && start == stmt.Pos() // no comment belongs to it
}

// begins divides the uses in the literal into pieces of code that each begin with an assignment.
// Nothing leads into one but by way of that: there is no goto.
func (x *variable) begins() (list []begun, ok bool) {
	for _, use := range x.inside {
		if len(list) > 0 {
			if last := &list[len(list)-1]; use.Node().Pos() < last.end {
				if use.Node().Pos() < last.assign.Node().End() {
					return nil, false // err = fmt.Errorf("%w", err)
				}
				last.uses = append(last.uses, use)
				continue
			}
		}
		b, ok := x.beginsAt(use)
		if !ok {
			return nil, false
		}
		list = append(list, b)
	}
	return list, true
}

// beginsAt matches an assignment in the literal itself: a statement of a list, what begins an if
// or switch statement, or what a clause of a select statement receives.
func (x *variable) beginsAt(use inspector.Cursor) (b begun, ok bool) {
	as, ok := use.Parent().Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || use.ParentEdgeKind() != edge.AssignStmt_Lhs ||
		!technique.InFunc(use, x.lit) {
		return b, false
	}
	b.assign, b.stmt = use.Parent(), use.Parent()
	switch b.assign.ParentEdgeKind() {
	case edge.IfStmt_Init, edge.SwitchStmt_Init, edge.TypeSwitchStmt_Init, edge.CommClause_Comm:
		b.stmt = b.assign.Parent()
	}
	b.end = b.stmt.Node().End()
	if _, clause := b.stmt.Node().(*ast.CommClause); !clause && technique.InList(b.stmt) {
		b.end = b.stmt.Parent().Node().End()
	}
	return b, true
}

// declares reports whether an assignment may declare the variable: it is alone in that, has its
// type, and all uses can see it. In a loop, what points to the variable could tell that there
// is more than one.
func (x *variable) declares(b begun) bool {
	info := x.pass.TypesInfo
	n := b.assign.Node().(*ast.AssignStmt)
	for _, left := range n.Lhs {
		if !technique.Names(info, left, x.v) && !technique.IsBlank(left) {
			return false
		}
	}
	if !x.typed(n) || !x.read(b.uses) || x.held(b.uses) && technique.InLoop(b.assign) {
		return false
	}
	scope := info.Scopes[b.stmt.Node()]
	if b.stmt == b.assign {
		scope = info.Scopes[b.stmt.Parent().Node()]
		if b.stmt.Parent() == x.lit.ChildAt(edge.FuncLit_Body, -1) {
			scope = info.Scopes[x.lit.Node().(*ast.FuncLit).Type]
		}
	} else if b.uses[len(b.uses)-1].Node().Pos() >= b.stmt.Node().End() {
		return false
	}
	return scope != nil && scope.Lookup(x.v.Name()) == nil
}

// typed reports whether what an assignment gives the variable has its type, also where nothing
// but the value says so.
func (x *variable) typed(n *ast.AssignStmt) bool {
	i := slices.IndexFunc(n.Lhs, func(e ast.Expr) bool { return !technique.IsBlank(e) })
	info := x.pass.TypesInfo
	if len(n.Lhs) == len(n.Rhs) {
		tv := info.Types[n.Rhs[i]]
		return tv.Value == nil && !tv.IsNil() && types.Identical(tv.Type, x.v.Type()) &&
			!slices.ContainsFunc(n.Rhs, func(e ast.Expr) bool { return info.Types[e].IsNil() })
	}
	t, ok := info.TypeOf(n.Rhs[0]).(*types.Tuple)
	return ok && types.Identical(t.At(i).Type(), x.v.Type())
}

// held reports whether one of some uses may see the variable later: it takes the address, or is
// in a literal within the one.
func (x *variable) held(uses []inspector.Cursor) bool {
	return slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		_, addressed := technique.Changed(x.pass.TypesInfo, use)
		return addressed || !technique.InFunc(use, x.lit)
	})
}

// alone reports whether no other run of the literal can assign to the variable between each
// assignment and the last look at what it gave: nothing is called there that could run the literal,
// and nothing waits for another goroutine.
func (x *variable) alone(list []begun) bool {
	for _, b := range list {
		if x.held(b.uses) || !x.calm(b.assign.Node().End(), x.last(b)) {
			return false
		}
	}
	return true
}

// last returns where the variable is looked at last, with the loops around that.
func (x *variable) last(b begun) token.Pos {
	last := b.assign.Node().End()
	for _, use := range b.uses {
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs &&
			use.Parent().Node().(*ast.AssignStmt).Tok == token.ASSIGN {
			continue
		}
		last = max(last, use.Node().End())
		for loop := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			if loop.Node().Pos() < b.assign.Node().Pos() {
				break
			}
			last = max(last, loop.Node().End())
		}
	}
	return last
}

// calm reports whether code of the literal between two places only looks and counts.
func (x *variable) calm(from, to token.Pos) bool {
	for n := range ast.Preorder(x.lit.Node().(*ast.FuncLit).Body) {
		if n.Pos() < from || to <= n.Pos() {
			continue
		}
		if _, loop := n.(*ast.RangeStmt); to <= n.End() && !loop {
			continue // it has the value when it runs
		}
		if !effects.RunsAlone(x.pass.TypesInfo, n) {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok && !effects.Only(x.pass, call, effects.Panics) {
			return false
		}
	}
	return true
}
