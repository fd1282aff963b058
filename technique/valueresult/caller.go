package valueresult

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// callers reports whether all that the package does with the function is to
// call it and read what comes back.
func (r *result) callers(obj *types.Func) bool {
	calls, ok := technique.CallsOf(r.pass, obj)
	for _, call := range calls {
		if !r.reads(call) {
			return false
		}
	}
	return ok && len(calls) > 0
}

// reads reports whether a call's result is only read.
func (r *result) reads(call inspector.Cursor) bool {
	switch call.ParentEdgeKind() {
	case edge.SelectorExpr_X, edge.StarExpr_X:
		return r.count == 1 && reads(r.pass, call, &r.edits)
	case edge.AssignStmt_Rhs:
		return r.defines(call.Parent())
	}
	return false
}

// defines reports whether a statement keeps the result in a new variable that
// is only read; and not before it is known not to be nil, if it may be.
func (r *result) defines(cur inspector.Cursor) bool {
	stmt := cur.Node().(*ast.AssignStmt)
	if stmt.Tok != token.DEFINE || len(stmt.Lhs) != r.count {
		return false
	}
	id, ok := stmt.Lhs[r.index].(*ast.Ident)
	if !ok {
		return false
	}
	v := r.pass.TypesInfo.Defs[id]
	if id.Name == "_" {
		return true
	}
	if v == nil || !varRead(r.pass, cur, v, &r.edits, r.checkedFor(cur, v)) {
		return false
	}
	return !r.mayBe || r.checked(cur, v)
}

// checked reports whether the statement after a call leaves when the error is
// not nil, and does not ask for the pointer.
//
//	p, err := f(x)
//	if err != nil {
//		return err
//	}
func (r *result) checked(cur inspector.Cursor, v types.Object) bool {
	next, ok := cur.NextSibling()
	if !ok || !technique.InList(cur) {
		return false
	}
	check, ok := next.Node().(*ast.IfStmt)
	if !ok || check.Init != nil || check.Else != nil || len(check.Body.List) == 0 {
		return false
	}
	id, ok := cur.Node().(*ast.AssignStmt).Lhs[1-r.index].(*ast.Ident)
	if !ok || !r.notNil(check.Cond, r.pass.TypesInfo.ObjectOf(id)) || id.Name == "_" {
		return false
	}
	for range uses(r.pass, next, v) {
		return false
	}
	return leaves(r.pass.TypesInfo, check.Body)
}

// notNil reports whether x is v != nil.
func (r *result) notNil(x ast.Expr, v types.Object) bool {
	cond, ok := x.(*ast.BinaryExpr)
	return ok && cond.Op == token.NEQ && r.isNil(cond.Y) &&
		technique.Names(r.pass.TypesInfo, cond.X, v)
}

// leaves reports whether a block ends by leaving what surrounds it.
func leaves(info *types.Info, body *ast.BlockStmt) bool {
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		return ok && technique.IsBuiltin(info, call, "panic")
	}
	return false
}

// failed reports whether a statement that returns nil surely returns an error
// next to it: one made there, or a variable that was just compared with nil.
func (r *result) failed(cur inspector.Cursor, stmt *ast.ReturnStmt) bool {
	if r.count != 2 {
		return false
	}
	x := stmt.Results[1-r.index]
	if !technique.IsError(r.pass.TypesInfo.TypeOf(r.decl.Type.Results.List[1-r.index].Type)) {
		return false
	}
	switch x := x.(type) {
	case *ast.CallExpr:
		return makesError(r.pass.TypesInfo, x)
	case *ast.Ident:
		check, ok := cur.Parent().Parent().Node().(*ast.IfStmt)
		return ok && cur.ParentEdgeKind() == edge.BlockStmt_List &&
			check.Body == cur.Parent().Node() && check.Body.List[0] == stmt &&
			r.notNil(check.Cond, r.pass.TypesInfo.Uses[x])
	}
	return false
}
