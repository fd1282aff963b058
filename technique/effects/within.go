package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// RunsWithin reports whether a function literal provably runs only until the function around
// it returns: it is called there, deferred, or handed to functions that do no more than call it
// themselves.
func RunsWithin(pass *analysis.Pass, lit inspector.Cursor) bool {
	w := within{pass, make(map[*types.Var]bool)}
	return w.use(lit)
}

// RunsAlone reports whether a node, without those in it, lets no other code run meanwhile: it
// starts nothing, defers nothing, holds no function, waits for no channel and calls no iterator.
// What a call does is asked of a Walker.
func RunsAlone(info *types.Info, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt, *ast.FuncLit:
		return false
	case *ast.UnaryExpr:
		return n.Op != token.ARROW
	case *ast.RangeStmt:
		switch info.TypeOf(n.X).Underlying().(type) {
		case *types.Chan, *types.Signature:
			return false
		}
	}
	return true
}

// within is one question for RunsWithin.
type within struct {
	pass *analysis.Pass
	seen map[*types.Var]bool // that hold the function, and are being or have been looked at
}

// use judges a literal, or a use of a variable that holds it.
func (w within) use(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch cur.ParentEdgeKind() {
	case edge.ParenExpr_X:
		return w.use(parent)
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return true // with nil
	case edge.CallExpr_Fun:
		return parent.ParentEdgeKind() != edge.GoStmt_Call
	case edge.CallExpr_Args:
		return parent.ParentEdgeKind() != edge.GoStmt_Call &&
			w.handed(parent.Node().(*ast.CallExpr), cur.ParentEdgeIndex())
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
		v, _, _ := technique.Declared(w.pass.TypesInfo, parent.Node())
		return v != nil && v.Parent() != w.pass.Pkg.Scope() && w.called(v)
	}
	return false
}

// handed judges an argument of a call.
func (w within) handed(call *ast.CallExpr, index int) bool {
	fn, ok := technique.Func(w.pass.TypesInfo, call)
	if !ok {
		return false
	}
	decl, sig := declOf(w.pass, fn), fn.Origin().Signature()
	if decl == nil {
		return Known(fn) && Of(fn).Has(Calls) && !Of(fn).Has(Keeps|Acts)
	}
	return decl.Body != nil && (!sig.Variadic() || index < sig.Params().Len()-1) &&
		w.called(sig.Params().At(index))
}

// called reports whether a variable is only called, or handed on, while its function runs.
func (w within) called(v *types.Var) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	uses, ok := technique.LocalUses(w.pass, v)
	for _, use := range uses {
		if !w.use(use) {
			return false
		}
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if lit.Node().Pos() <= v.Pos() && v.Pos() < lit.Node().End() {
				break // it is declared there
			}
			if !w.use(lit) {
				return false
			}
		}
	}
	return ok
}
