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

// given judges what a variable gets where its name stands on the left.
//
//	v := f()        v, err := f()        v = append(v, x)        var v []T
func (m *making) given(name inspector.Cursor, v *types.Var) made {
	var list []ast.Expr
	index := name.ParentEdgeIndex()
	switch n := name.Parent().Node().(type) {
	case *ast.AssignStmt:
		list = n.Rhs
	case *ast.ValueSpec:
		if len(n.Values) == 0 {
			return made{fresh: true}
		}
		list = n.Values
	default:
		return made{} // for _, v := range lists
	}
	if len(list) == 1 && index > 0 || len(list) == 1 && several(name.Parent().Node()) {
		got := m.value(list[0], index, nil)
		got.full = got.full && m.failureLeaves(name.Parent())
		return got
	}
	if first := firstOf(m.pass, list[index]); technique.Names(m.pass.TypesInfo, first, v) {
		return made{true, true} // as it was
	}
	return m.value(list[index], 0, nil)
}

// several reports whether a statement gives values to more than one variable.
func several(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return len(n.Lhs) > 1
	case *ast.ValueSpec:
		return len(n.Names) > 1
	}
	return false
}

// failureLeaves reports whether what a call returns is only used where it returned no error,
// because the next statement asks for that and leaves.
//
//	v, err := f(); if err != nil { return err }
func (m *making) failureLeaves(stmt inspector.Cursor) bool {
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || !technique.InList(stmt) {
		return false
	}
	info := m.pass.TypesInfo
	id, ok := as.Lhs[len(as.Lhs)-1].(*ast.Ident)
	next, follows := stmt.NextSibling()
	if !ok || !follows || !technique.IsError(info.TypeOf(id)) {
		return false
	}
	n, ok := next.Node().(*ast.IfStmt)
	if !ok || n.Init != nil || !notNil(info, n.Cond, info.ObjectOf(id)) {
		return false
	}
	if len(n.Body.List) == 0 {
		return false
	}
	switch last := n.Body.List[len(n.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE && last.Label == nil
	}
	return false
}

// firstOf returns what an expression gives a part of, or with more behind it.
//
//	x[1:], append(x, y), slices.Compact(x)
func firstOf(pass *analysis.Pass, e ast.Expr) ast.Expr {
	for {
		switch n := ast.Unparen(e).(type) {
		case *ast.SliceExpr:
			if !technique.IsSlice(pass.TypesInfo.TypeOf(n.X)) {
				return e
			}
			e = n.X
		case *ast.CallExpr:
			if !keepsFirst(pass.TypesInfo, n) {
				return e
			}
			e = n.Args[0]
		default:
			return ast.Unparen(e)
		}
	}
}

// keepsFirst reports whether a call gives its first argument back, or what it made instead.
func keepsFirst(info *types.Info, call *ast.CallExpr) bool {
	if technique.IsBuiltin(info, call, "append") {
		return true
	}
	fn, ok := technique.Func(info, call)
	return ok && (GivesFirst(fn) || Appends(fn))
}

// partOf returns the expression around a use that gives a part of it, or more.
func partOf(pass *analysis.Pass, use inspector.Cursor) inspector.Cursor {
	for {
		switch use.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.SliceExpr_X:
			use = use.Parent()
			continue
		case edge.CallExpr_Args:
			if use.ParentEdgeIndex() == 0 &&
				keepsFirst(pass.TypesInfo, use.Parent().Node().(*ast.CallExpr)) {
				use = use.Parent()
				continue
			}
		}
		return use
	}
}

// stays reports whether an expression is what a statement gives v.
func (m *making) stays(e inspector.Cursor, v *types.Var) bool {
	as, ok := e.Parent().Node().(*ast.AssignStmt)
	return ok && e.ParentEdgeKind() == edge.AssignStmt_Rhs && len(as.Lhs) == len(as.Rhs) &&
		technique.Names(m.pass.TypesInfo, as.Lhs[e.ParentEdgeIndex()], v)
}

// runsLater reports whether a use of v is in a function literal, or in a call that is deferred or
// starts a goroutine.
func runsLater(use inspector.Cursor, v *types.Var) bool {
	for up := range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		return v.Pos() < up.Node().Pos()
	}
	return false
}

// NoOtherHas reports whether a function leaves what it gets as a parameter where it is: nothing
// that it calls keeps it, no other variable gets it, and no function literal, while it runs nor
// later. The uses that others takes are not asked about.
func NoOtherHas(pass *analysis.Pass, fn ast.Node, param *types.Var,
	others func(inspector.Cursor) bool) bool {
	l, within := inside(pass, fn)
	l.alone = within.called
	return l.all(param, within, func(use inspector.Cursor) bool {
		return others(use) || !technique.ByMethod(pass.TypesInfo, use) &&
			!runsLater(use, param) && l.pointer(use)
	})
}

// inside returns a question about memory that a function has, and where that may be held.
func inside(pass *analysis.Pass, fn ast.Node) (*lending, span) {
	l := &lending{pass: pass, seen: make(map[*types.Var]bool)}
	return l, span{scope: scopeOf(pass, fn), called: signature(pass, fn)}
}

// scopeOf returns the scope of a function.
func scopeOf(pass *analysis.Pass, fn ast.Node) *types.Scope {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return pass.TypesInfo.Scopes[fn.Type]
	case *ast.FuncLit:
		return pass.TypesInfo.Scopes[fn.Type]
	}
	return nil
}

// signature returns the signature of a function.
func signature(pass *analysis.Pass, fn ast.Node) *types.Signature {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return pass.TypesInfo.Defs[fn.Name].Type().(*types.Signature)
	case *ast.FuncLit:
		return pass.TypesInfo.TypeOf(fn).Underlying().(*types.Signature)
	}
	return nil
}
