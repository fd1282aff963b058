package blocks

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// kept finds the variable in which the statement keeps the struct, or a later one of its list does.
func (m *made) kept() bool {
	info := m.pass.TypesInfo
	as := m.cur.Node().(*ast.AssignStmt)
	held, isVar := technique.Variable(info, as.Lhs[0])
	if as.Tok == token.DEFINE {
		held, _, _ = technique.Declared(info, as)
		isVar = held != nil
	}
	if _, _, appends := m.appended(as.Rhs[0]); appends || !isVar {
		return m.into(as, nil)
	}
	for next, ok := m.cur.NextSibling(); ok; next, ok = next.NextSibling() {
		if after, ok := next.Node().(*ast.AssignStmt); ok && m.into(after, held) {
			return true
		}
		if m.replaces(next, held) || m.decl.Valid() && m.skips(next.Node()) {
			return false
		}
	}
	return false
}

// replaces reports whether a statement gives a variable another value, or takes its address.
func (m *made) replaces(stmt inspector.Cursor, v *types.Var) bool {
	uses, ok := technique.LocalUses(m.pass, v)
	return !ok || slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		given, addressed := technique.Replaced(use)
		return stmt.Contains(use) && (given || addressed)
	})
}

// appended matches append(list, x).
func (m *made) appended(e ast.Expr) (list, x ast.Expr, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(m.pass.TypesInfo, call, "append") || len(call.Args) != 2 ||
		call.Ellipsis.IsValid() {
		return nil, nil, false
	}
	return call.Args[0], ast.Unparen(call.Args[1]), true
}

// into notes the variable at the root of what a statement appends held to, or stores it in: the
// new struct where held is nil.
//
//	out = append(out, held), m[k] = held, t.list = append(t.list, held)
func (m *made) into(as *ast.AssignStmt, held *types.Var) (ok bool) {
	info := m.pass.TypesInfo
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	to, value := ast.Unparen(as.Lhs[0]), ast.Unparen(as.Rhs[0])
	if list, x, appends := m.appended(value); appends {
		if !technique.SameExpr(info, to, list) {
			return false
		}
		value = x
	} else {
		index, isIndex := to.(*ast.IndexExpr)
		if !isIndex || info.Types[index.Index].Value != nil {
			return false // it takes the place of the one before
		}
		to = ast.Unparen(index.X)
	}
	if held != nil && !technique.Names(info, value, held) {
		return false
	}
	if sel, isField := to.(*ast.SelectorExpr); isField {
		s := info.Selections[sel]
		if s == nil || s.Kind() != types.FieldVal || len(s.Index()) > 1 {
			return false // an embedded struct may be shared
		}
		m.field = s.Obj().(*types.Var)
		to = ast.Unparen(sel.X)
	}
	m.keeps, ok = technique.Variable(info, to)
	return ok
}
