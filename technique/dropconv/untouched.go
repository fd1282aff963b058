package dropconv

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// untouched reports whether the bytes that are read stay as they are: they are a variable
// that the function only reads. Where the reader may be read from later, no other code
// may reach them, either.
func (r *reading) untouched() bool {
	v, ok := technique.Variable(r.pass.TypesInfo, r.text)
	if !ok || !technique.IsBytes(v.Type()) || r.kept && !r.fresh(v) {
		return false
	}
	uses, ok := technique.LocalUses(r.pass, v)
	for _, use := range uses {
		if !r.onlyRead(use) {
			return false
		}
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			return false
		}
	}
	return ok
}

// onlyRead reports whether a use of the bytes reads them, or replaces the slice.
func (r *reading) onlyRead(use inspector.Cursor) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == use.Node() && !technique.WrittenTo(r.pass.TypesInfo, use.Parent())
	case *ast.BinaryExpr, *ast.RangeStmt:
		return true
	case *ast.ReturnStmt:
		return !r.kept
	case *ast.AssignStmt:
		return use.ParentEdgeKind() == edge.AssignStmt_Lhs
	case *ast.CallExpr:
		read, _ := effects.OnlyRead(r.pass, use)
		return read
	}
	return false
}

// fresh reports whether a variable gets its value where it is declared, from a function
// of the standard library that makes new bytes.
func (r *reading) fresh(v *types.Var) bool {
	info := r.pass.TypesInfo
	decl, ok := technique.Find(r.pass, r.cur.Node())
	if !ok {
		return false
	}
	fn, ok := technique.EnclosingFunc(decl)
	if !ok || !technique.KeepsValue(r.pass, v, fn.Node()) {
		return false
	}
	for as := range fn.Preorder((*ast.AssignStmt)(nil)) {
		n := as.Node().(*ast.AssignStmt)
		id, ok := n.Lhs[0].(*ast.Ident)
		if !ok || info.Defs[id] != v || len(n.Rhs) != 1 {
			continue
		}
		call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
		if !ok {
			return false
		}
		made, ok := technique.Func(info, call)
		return ok && made.Signature().Recv() == nil && effects.Known(made) &&
			!effects.Of(made).Has(effects.Keeps) &&
			!slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
				return technique.IsBytes(info.TypeOf(e))
			})
	}
	return false
}
