package returnedfunc

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// called reports whether what a call returns is only called, and notes how to call it. What
// changes is in a variable: a method with a pointer receiver cannot be called of a result.
func (r *returned) called(call inspector.Cursor) bool {
	switch call.ParentEdgeKind() {
	case edge.CallExpr_Fun:
		r.edits = append(r.edits, technique.Insert(call.Node().End(), ".call"))
		return r.count == 1 && !r.changes
	case edge.ExprStmt_X:
		return true
	case edge.AssignStmt_Rhs:
		return r.defined(call.Parent())
	}
	return false
}

// defined reports whether a statement declares a variable for the function, which is only
// called; and not before it is known not to be nil, if it may be.
func (r *returned) defined(cur inspector.Cursor) bool {
	stmt := cur.Node().(*ast.AssignStmt)
	if stmt.Tok != token.DEFINE || len(stmt.Lhs) != r.count {
		return false
	}
	if r.changes && cur.ParentEdgeKind() == edge.ForStmt_Init {
		return false // each iteration has a copy
	}
	id, ok := stmt.Lhs[r.at].(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	v, ok := r.pass.TypesInfo.Defs[id].(*types.Var)
	if !ok || len(r.nils) > 0 && !r.checked(cur, v) {
		return false
	}
	for _, use := range technique.UsesOf(r.pass, v) {
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != use.Node() {
			return false
		}
		r.edits = append(r.edits, technique.Insert(use.Node().End(), ".call"))
	}
	return true
}

// checked reports whether the statement after a call leaves when the error is not nil, and
// does not use v.
//
//	end, err := f(x)
//	if err != nil {
//		return err
//	}
func (r *returned) checked(cur inspector.Cursor, v *types.Var) bool {
	next, ok := cur.NextSibling()
	if !ok || !technique.InList(cur) || r.count != 2 {
		return false
	}
	check, ok := next.Node().(*ast.IfStmt)
	if !ok || check.Init != nil || check.Else != nil || technique.Uses(r.pass.TypesInfo, check, v) {
		return false
	}
	id, ok := cur.Node().(*ast.AssignStmt).Lhs[1-r.at].(*ast.Ident)
	if !ok || id.Name == "_" || !r.notNil(check.Cond, r.pass.TypesInfo.ObjectOf(id)) ||
		len(check.Body.List) == 0 {
		return false
	}
	switch last := check.Body.List[len(check.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE
	}
	return false
}

// notNil reports whether x is v != nil.
func (r *returned) notNil(x ast.Expr, v types.Object) bool {
	cond, ok := x.(*ast.BinaryExpr)
	return ok && cond.Op == token.NEQ && r.pass.TypesInfo.Types[cond.Y].IsNil() &&
		technique.Names(r.pass.TypesInfo, cond.X, v)
}

// failed reports whether a statement that returns nil returns an error next to it: one that
// is made there, a variable of a package, or one that was just compared with nil.
func (r *returned) failed(cur inspector.Cursor, stmt *ast.ReturnStmt) bool {
	if r.count != 2 {
		return false
	}
	x := stmt.Results[1-r.at]
	info := r.pass.TypesInfo
	if !technique.IsError(info.TypeOf(r.decl.Type.Results.List[1-r.at].Type)) {
		return false
	}
	switch x := x.(type) {
	case *ast.CallExpr:
		return r.newError(x)
	case *ast.SelectorExpr:
		return r.packageError(info.Uses[x.Sel])
	case *ast.Ident:
		return r.packageError(info.Uses[x]) || r.compared(cur, info.Uses[x])
	}
	return false
}

// packageError reports whether obj is a variable of a package. That it holds an error is
// assumed, unless it is one of the standard library, or of this package and nothing can be
// assigned to it.
func (r *returned) packageError(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return false
	}
	if v.Pkg() != r.pass.Pkg {
		first, _, _ := strings.Cut(v.Pkg().Path(), "/")
		r.assumes = r.assumes || strings.Contains(first, ".")
		return true
	}
	r.assumes = r.assumes || v.Exported() || !r.made(v) || !technique.Fixed(r.pass, v)
	return true
}

// made reports whether a variable of this package begins with a new error.
func (r *returned) made(v *types.Var) bool {
	call, ok := technique.Initial(r.pass, v).(*ast.CallExpr)
	return ok && r.newError(call)
}

// newError reports whether a call makes an error.
func (r *returned) newError(call *ast.CallExpr) bool {
	return technique.IsFunc(r.pass.TypesInfo, call, "errors", "New") ||
		technique.IsFunc(r.pass.TypesInfo, call, "fmt", "Errorf")
}

// compared reports whether a statement is in a block that is entered where v is not nil.
// That what the block calls does not change v is assumed, if something could.
func (r *returned) compared(cur inspector.Cursor, obj types.Object) bool {
	check, ok := cur.Parent().Parent().Node().(*ast.IfStmt)
	v, isVar := obj.(*types.Var)
	if !ok || !isVar || cur.ParentEdgeKind() != edge.BlockStmt_List ||
		check.Body != cur.Parent().Node() || !r.notNil(check.Cond, v) ||
		!r.unchanged(check.Body, v) {
		return false
	}
	r.assumes = r.assumes || len(check.Body.List) > 1 && !technique.Fixed(r.pass, v)
	return true
}

// unchanged reports whether a block assigns nothing to v.
func (r *returned) unchanged(body *ast.BlockStmt, v types.Object) bool {
	for n := range ast.Preorder(body) {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			continue
		}
		for _, left := range as.Lhs {
			if technique.Names(r.pass.TypesInfo, left, v) {
				return false
			}
		}
	}
	return true
}
