package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// all judges the uses of a variable.
func (l *lending) all(v *types.Var, within span, use func(inspector.Cursor) bool) bool {
	if l.seen[v] {
		return true
	}
	l.seen[v] = true
	uses, ok := technique.LocalUses(l.pass, v)
	outer := l.within
	defer func() { l.within = outer }()
	l.within = within
	for _, cur := range uses {
		if !l.atOnce(cur, v) || !use(cur) {
			return false
		}
	}
	return ok
}

// atOnce reports whether a use of v runs while what declares v does: not in a function literal
// that may be called later, nor in another goroutine.
func (l *lending) atOnce(use inspector.Cursor, v *types.Var) bool {
	for up := range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		if v.Pos() >= up.Node().Pos() {
			return true
		}
		switch up.Node().(type) {
		case *ast.GoStmt:
			return false
		case *ast.DeferStmt:
			if l.within.called == nil {
				return false
			}
		case *ast.FuncLit:
			if !RunsWithin(l.pass, up) || l.within.called == nil && !l.calledHere(up) {
				return false
			}
		}
	}
	return true
}

// calledHere reports whether a literal is called where it stands, or handed to a call.
func (l *lending) calledHere(lit inspector.Cursor) bool {
	switch lit.ParentEdgeKind() {
	case edge.CallExpr_Fun, edge.CallExpr_Args:
		return true // deferred calls are seen around it
	}
	return false
}

// given judges another variable that gets the address: it must not outlive the block, or the
// function.
func (l *lending) given(left ast.Expr) bool {
	id, ok := left.(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	v, ok := l.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v == l.root || v.Kind() == types.ResultVar ||
		l.alone != nil && l.alone == l.within.called {
		return false
	}
	for s := v.Parent(); s != nil; s = s.Parent() {
		if s == l.within.scope {
			return l.all(v, l.within, l.pointer)
		}
	}
	return false
}

// asserted judges x.(T) and x.(type) of an interface that holds the address.
func (l *lending) asserted(cur inspector.Cursor) bool {
	if cur.Node().(*ast.TypeAssertExpr).Type != nil {
		if as, ok := cur.Parent().Node().(*ast.AssignStmt); ok && len(as.Lhs) == 2 {
			return l.given(as.Lhs[0])
		}
		return l.address(cur)
	}
	for up := range cur.Enclosing((*ast.TypeSwitchStmt)(nil)) {
		for _, clause := range up.Node().(*ast.TypeSwitchStmt).Body.List {
			v, ok := l.pass.TypesInfo.Implicits[clause].(*types.Var)
			if ok && !l.all(v, l.within, l.pointer) {
				return false
			}
		}
		return true
	}
	return false
}
