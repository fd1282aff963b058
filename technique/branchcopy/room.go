package branchcopy

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// room reports whether what append puts behind a slice is seen by way of that slice only: it has
// the room from make, from a literal or from append, and nothing else gets it before all is read
// that is to be.
func (h *holder) room(slice ast.Expr, from inspector.Cursor) bool {
	if h.fresh(slice, "") {
		return true
	}
	v, ok := h.pass.TypesInfo.ObjectOf(technique.Root(slice)).(*types.Var)
	if !ok || !h.field(slice) {
		return false
	}
	uses, ok := technique.LocalUses(h.pass, v)
	name := types.ExprString(ast.Unparen(slice))
	if !ok || !h.begins(v, slice) {
		return false
	}
	_, end := h.again(v, from)
	for _, use := range uses {
		part := partOf(h.pass, use)
		e := part.Node().(ast.Expr)
		switch {
		case use.Node().Pos() >= end || returned(use):
		case h.named(e) == h.named(slice):
			if types.ExprString(e) != name || !h.grows(part, name) {
				return false
			}
		default:
			switch h.pass.TypesInfo.TypeOf(e).Underlying().(type) {
			case *types.Struct, *types.Array, *types.Interface:
				return false // perhaps one with the slice
			}
		}
	}
	return true
}

// named returns the variable or field that an expression is.
func (h *holder) named(e ast.Expr) *types.Var {
	return technique.VariableOrField(h.pass.TypesInfo, e)
}

// begins reports whether a variable, of which the slice is a part or all, begins with no room, or
// with what it makes.
func (h *holder) begins(v *types.Var, slice ast.Expr) bool {
	at := declarationOf(h.pass, v)
	if at == nil {
		return false
	}
	if isResult(h.pass, at) {
		return true
	}
	if _, whole := ast.Unparen(slice).(*ast.Ident); whole {
		if value := technique.Initial(h.pass, v); value != nil {
			return h.fresh(value, "")
		}
	}
	def, ok := technique.Definition(h.pass, v)
	if !ok {
		return false
	}
	spec, ok := def.Parent().Node().(*ast.ValueSpec)
	return ok && len(spec.Values) == 0
}

// fresh reports whether an expression is nil or makes a slice, or is that of the name, grown.
func (h *holder) fresh(e ast.Expr, name string) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return h.pass.TypesInfo.Types[e].IsNil()
	case *ast.CompositeLit:
		return technique.IsSlice(h.pass.TypesInfo.TypeOf(e))
	case *ast.CallExpr:
		switch info := h.pass.TypesInfo; {
		case technique.IsBuiltin(info, e, "make"):
			return true
		case technique.IsBuiltin(info, e, "append"):
			return types.ExprString(ast.Unparen(e.Args[0])) == name || h.fresh(e.Args[0], name)
		case info.Types[e.Fun].IsType():
			return h.fresh(e.Args[0], name)
		}
	}
	return false
}

// grows reports whether a use of a slice gives its room to nothing: it only gets longer, or what
// it has is used.
func (h *holder) grows(cur inspector.Cursor, name string) bool {
	info := h.pass.TypesInfo
	switch cur.ParentEdgeKind() {
	case edge.IndexExpr_X, edge.RangeStmt_X:
		return true
	case edge.AssignStmt_Lhs:
		as := cur.Parent().Node().(*ast.AssignStmt)
		return len(as.Lhs) == len(as.Rhs) && h.fresh(as.Rhs[cur.ParentEdgeIndex()], name)
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return true // it is compared with nil
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		if technique.IsBuiltin(info, call, "len") || technique.IsBuiltin(info, call, "cap") {
			return true
		}
		as, ok := cur.Parent().Parent().Node().(*ast.AssignStmt)
		return ok && technique.IsBuiltin(info, call, "append") && cur.ParentEdgeIndex() == 0 &&
			len(as.Lhs) == len(as.Rhs) && types.ExprString(ast.Unparen(
			as.Lhs[cur.Parent().ParentEdgeIndex()])) == name
	}
	return false
}

// returned reports whether a use lies in a return statement of the function.
func returned(use inspector.Cursor) bool {
	for around := range use.Enclosing((*ast.ReturnStmt)(nil), (*ast.FuncLit)(nil)) {
		_, ok := around.Node().(*ast.ReturnStmt)
		return ok
	}
	return false
}

// again reports whether what is done with a variable behind a place may come before that place
// once more, as in a loop that does not declare the variable, and from where on it may not.
func (h *holder) again(v *types.Var, from inspector.Cursor) (looped bool, end token.Pos) {
	end = h.until
	for loop := range from.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() > v.Pos() {
			looped, end = true, max(end, loop.Node().End())
		}
	}
	return looped, end
}
