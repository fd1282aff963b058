package ownvar

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostCaptured is the size in bytes up to which the compiler puts the value of a variable that
// nothing changes into a closure; larger ones are shared with it, and on the heap.
const mostCaptured = 128

// variable is one that belongs to a function literal.
type variable struct {
	pass *analysis.Pass
	v    *types.Var
	def  inspector.Cursor // the name that declares it
	lit  inspector.Cursor // the outermost literal around all uses behind
	once bool             // the literal runs at most once for each time that v is declared
	// inside are the uses in the literal, outside those before it.
	inside, outside []inspector.Cursor

	begin string       // what the literal begins with
	gone  *ast.BadStmt // the declaration that the function does not need any more, or nil
	edits []analysis.TextEdit
}

// belongs finds the function literal that a variable belongs to: it changes the variable and
// outlives the call, and no other code uses the variable once it is made, nor has its address.
func belongs(pass *analysis.Pass, def inspector.Cursor, v *types.Var) (x variable, ok bool) {
	x = variable{pass: pass, v: v, def: def}
	uses, ok := technique.LocalUses(pass, v)
	if !ok || v.Name() == "_" || !x.split(uses) || !perRound(pass, def) {
		return x, false
	}
	fn, ok := technique.EnclosingFunc(def)
	if !ok || technique.IsResult(fn.Node(), v) || technique.HasGoto(pass, fn.Node()) {
		return x, false
	}
	from, repeated := x.made()
	for _, use := range x.outside {
		_, addressed := technique.Changed(pass.TypesInfo, use)
		if addressed || from <= use.Node().Pos() {
			return x, false
		}
	}
	changes := false
	for _, use := range x.inside {
		given, addressed := technique.Changed(pass.TypesInfo, use)
		changes = changes || given || addressed
		if !x.stays(use, addressed) {
			return x, false
		}
	}
	x.once = runsOnce(pass, x.lit)
	outlives := x.once || technique.Outlives(pass, x.lit)
	x.once = x.once && !repeated
	return x, changes && outlives
}

// split divides the uses of the variable into those before and in the only literal that has any.
func (x *variable) split(uses []inspector.Cursor) bool {
	found := false
	for _, use := range uses {
		var outermost inspector.Cursor
		in := false
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if lit.Node().Pos() < x.v.Pos() {
				break // what declares it, or around that
			}
			outermost, in = lit, true
		}
		switch {
		case !in:
			x.outside = append(x.outside, use)
			continue
		case found && x.lit != outermost:
			return false
		}
		x.lit, found = outermost, true
		x.inside = append(x.inside, use)
	}
	return found
}

// perRound reports whether each iteration of a loop that declares a variable has a variable of
// its own, and no value goes over from one to the next.
func perRound(pass *analysis.Pass, def inspector.Cursor) bool {
	switch def.ParentEdgeKind() {
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		return technique.Since(pass, technique.FileOf(pass, def.Node().Pos()), "go1.22")
	}
	return def.Parent().ParentEdgeKind() != edge.ForStmt_Init
}

// made returns from where on in the source the literal may have been made: from its statement
// on, or from a loop around it that the variable is declared before, and which makes it
// repeatedly.
func (x *variable) made() (from token.Pos, repeated bool) {
	for cur := range x.lit.Enclosing() {
		if technique.InList(cur) {
			from = cur.Node().Pos()
			break
		}
	}
	for loop := range x.lit.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() < x.v.Pos() {
			break
		}
		from, repeated = min(from, loop.Node().Pos()), true
	}
	return from, repeated
}

// runsOnceIn are functions that run what they get at most once. The timer of time.AfterFunc
// runs it again where it is reset.
var runsOnceIn = map[string]bool{
	"(*sync.WaitGroup).Go": true, "sync.OnceFunc": true, "sync.OnceValue": true,
	"sync.OnceValues": true, "context.AfterFunc": true, "time.AfterFunc": true,
	"(*golang.org/x/sync/errgroup.Group).Go":    true,
	"(*golang.org/x/sync/errgroup.Group).TryGo": true,
}

// runsOnce reports whether a literal outlives its statement and is run at most once each time
// that it is made.
func runsOnce(pass *analysis.Pass, lit inspector.Cursor) bool {
	for lit.ParentEdgeKind() == edge.ParenExpr_X {
		lit = lit.Parent()
	}
	call := lit.Parent()
	switch lit.ParentEdgeKind() {
	case edge.CallExpr_Fun:
		return call.ParentEdgeKind() == edge.GoStmt_Call
	case edge.CallExpr_Args:
		fn, ok := technique.Func(pass.TypesInfo, call.Node().(*ast.CallExpr))
		return ok && runsOnceIn[fn.FullName()] &&
			(fn.FullName() != "time.AfterFunc" || call.ParentEdgeKind() == edge.ExprStmt_X)
	}
	return false
}

// own finds how the literal gets the variable: by its declaration, without a value that the
// function gave it, or as a copy.
func (x *variable) own() bool {
	return x.move() || x.assignedFirst() || x.copied()
}

// copied proposes a copy of what the function made of the variable, in a literal that runs once.
// The function may not assign to it again: then it would be on the heap all the same.
//
//	have: s := newServer(); go func() { s.serve() }()
//	want: s := newServer(); go func() { s := s; s.serve() }()
func (x *variable) copied() bool {
	size, known := technique.SizeOf(x.pass, x.v.Type())
	if !x.once || !x.undeclared() || !x.read(x.inside) || !known || size > mostCaptured ||
		!technique.Copyable(x.v.Type()) {
		return false
	}
	for _, use := range x.outside {
		if given, _ := technique.Changed(x.pass.TypesInfo, use); given {
			return false
		}
	}
	x.begin = x.v.Name() + " := " + x.v.Name() + "\n"
	return true
}

// undeclared reports whether the body of the literal declares nothing of that name itself.
func (x *variable) undeclared() bool {
	scope := x.pass.TypesInfo.Scopes[x.lit.Node().(*ast.FuncLit).Type]
	return scope != nil && scope.Lookup(x.v.Name()) == nil
}

// read reports whether one of some uses of the variable does more than to assign to it: without
// one, the compiler does not take the declaration.
func (x *variable) read(uses []inspector.Cursor) bool {
	for _, use := range uses {
		if given, _ := technique.Replaced(use); !given {
			return true
		}
	}
	return false
}
