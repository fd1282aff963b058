package unreadslice

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// sorted matches a use of the slice in a statement that only puts it in order: as what is
// sorted, or in the function that compares elements.
//
//	sort.Slice(v, func(i, j int) bool { return v[i].x < v[j].x })
func (s *slice) sorted(id inspector.Cursor) bool {
	for _, stmt := range s.sorts {
		if stmt.Pos() <= id.Node().Pos() && id.Node().Pos() < stmt.End() {
			return true
		}
	}
	call, ok := id.Parent().Node().(*ast.CallExpr)
	stmt := id.Parent().Parent()
	if _, alone := stmt.Node().(*ast.ExprStmt); !ok || !alone || !technique.InList(stmt) ||
		id.ParentEdgeKind() != edge.CallExpr_Args || id.ParentEdgeIndex() != 0 || !s.sort(call) {
		return false
	}
	s.sorts = append(s.sorts, stmt.Node().(ast.Stmt))
	return true
}

// sort reports whether a call sorts the slice and does nothing else.
func (s *slice) sort(call *ast.CallExpr) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "sort.Strings", "sort.Ints", "sort.Float64s", "slices.Sort", "slices.Reverse":
		return true
	case "sort.Slice", "sort.SliceStable", "slices.SortFunc", "slices.SortStableFunc":
		lit, ok := ast.Unparen(call.Args[1]).(*ast.FuncLit)
		if !ok {
			return effects.OnlyComputes(s.pass, call.Args[1])
		}
		c := comparison{s, lit}
		return c.stmts(lit.Body.List)
	}
	return false
}

// comparison is a function that compares two elements of the slice.
type comparison struct {
	*slice
	lit *ast.FuncLit
}

// stmts reports whether statements only choose what is returned.
func (c comparison) stmts(list []ast.Stmt) bool {
	for _, stmt := range list {
		switch stmt := stmt.(type) {
		case *ast.ReturnStmt:
			if len(stmt.Results) != 1 || !c.computes(stmt.Results[0]) {
				return false
			}
		case *ast.IfStmt:
			if stmt.Init != nil || stmt.Else != nil || !c.computes(stmt.Cond) ||
				!c.stmts(stmt.Body.List) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// computes reports whether evaluating an expression changes nothing and cannot panic.
func (c comparison) computes(e ast.Expr) bool {
	info := c.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		return ok && v != c.v
	case *ast.ParenExpr:
		return c.computes(e.X)
	case *ast.UnaryExpr:
		return (e.Op == token.NOT || e.Op == token.SUB) && c.computes(e.X)
	case *ast.BinaryExpr:
		return e.Op != token.QUO && e.Op != token.REM && e.Op != token.SHL && e.Op != token.SHR &&
			c.basic(e.X) && c.basic(e.Y) && c.computes(e.X) && c.computes(e.Y)
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		return sel != nil && !sel.Indirect() && c.computes(e.X)
	case *ast.IndexExpr:
		return technique.Names(info, e.X, c.v) && c.index(e.Index)
	case *ast.CallExpr:
		return c.call(e)
	}
	return false
}

// call judges a conversion between texts and numbers, a length, and a function of the standard
// library.
func (c comparison) call(call *ast.CallExpr) bool {
	info := c.pass.TypesInfo
	for _, arg := range call.Args {
		if !info.Types[arg].IsType() && !c.computes(arg) {
			return false
		}
	}
	if info.Types[call.Fun].IsType() {
		return c.basic(call) && (c.basic(call.Args[0]) || technique.HoldsBytes(
			info.TypeOf(call.Args[0])))
	}
	return technique.IsBuiltin(info, call, "len") || effects.Computes(c.pass, call)
}

// basic reports whether an expression is a number or a text: what is behind an interface may
// panic when it is compared.
func (c comparison) basic(e ast.Expr) bool {
	_, ok := c.pass.TypesInfo.TypeOf(e).Underlying().(*types.Basic)
	return ok
}

// index reports whether an expression is a parameter of the function, which sort.Slice gives
// the index of an element.
func (c comparison) index(e ast.Expr) bool {
	v, ok := technique.Variable(c.pass.TypesInfo, e)
	return ok && c.lit.Type.Pos() <= v.Pos() && v.Pos() < c.lit.Type.End()
}
