package recognise

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Fill is a loop that gives each element of parts its text, in order, before anything else
// is done with them.
//
//	v := make([]string, len(xs))
//	for i, x := range xs {
//		v[i] = text
//	}
type Fill struct {
	Loop *ast.RangeStmt
	// Pieces are what the loop ranges over where each becomes another text, or nil.
	//
	//	v := strings.Fields(s)
	//	for i, x := range v {
	//		v[i] = text
	//	}
	Pieces ast.Expr
	// Unused says that nothing but v[i] uses the index.
	Unused bool
}

// filled matches a slice that is made, and the loop behind it that gives all its elements
// their texts.
func (a *Accumulator) filled(value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	next, ok := a.In.Cursor(a.Decl).NextSibling()
	if !ok {
		return false
	}
	loop, ok := next.Node().(*ast.RangeStmt)
	if !ok || loop.Tok != token.DEFINE || leaves(loop.Body) {
		return false
	}
	ix := a.In.Pkg
	i := a.In.Variable(loop.Key)
	if i == nil || technique.Assigned(ix.Info, loop.Body, i) {
		return false
	}
	a.Fill = &Fill{Loop: loop, Unused: len(ix.Uses(i)) == 1}
	if fn, ok := technique.Func(ix.Info, call); ok {
		a.Fill.Pieces = value
		return fn.Pkg() != nil && fn.Pkg().Path() == "strings" && // a slice of its own
			a.In.Variable(loop.X) == a.Var && loop.Value != nil
	}
	return ix.hasLength(call, loop.X)
}

// hasLength matches make([]string, len(xs)).
func (ix *Package) hasLength(call *ast.CallExpr, xs ast.Expr) bool {
	if !technique.IsBuiltin(ix.Info, call, "make") || len(call.Args) != 2 {
		return false
	}
	size, ok := call.Args[1].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(ix.Info, size, "len") ||
		!technique.SameExpr(ix.Info, xs, size.Args[0]) || !technique.Pure(ix.Info, xs) {
		return false
	}
	switch ix.Info.TypeOf(xs).Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	}
	return false
}

// leaves reports whether a statement in a loop could leave an element out.
func leaves(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		if _, ok := n.(*ast.BranchStmt); ok {
			return true
		}
	}
	return false
}

// fills matches the only statement that gives an element its text: it runs each time.
func (a *Accumulator) fills(use inspector.Cursor) bool {
	index := use.Parent()
	n := index.Node().(*ast.IndexExpr)
	if a.Fill == nil || n.X != use.Node() || len(a.Adds) > 0 ||
		a.In.Variable(n.Index) == nil || a.In.Variable(n.Index) != a.In.Variable(a.Fill.Loop.Key) ||
		index.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return false
	}
	stmt := index.Parent()
	assign := stmt.Node().(*ast.AssignStmt)
	return assign.Tok == token.ASSIGN && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 &&
		stmt.Parent().Node() == a.Fill.Loop.Body && a.addsTexts(assign, assign.Rhs[0])
}
