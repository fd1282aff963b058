package together

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// keptLater reports whether a later statement of the loop keeps the variable, perhaps in a
// literal, or gives a literal with it to what the compiler cannot see through.
//
//	out = append(out, T{v}), out[i] = &T{data: v}, queue <- T{v}, handle(T{v})
//	if c { out = append(out, v) } else { m[k] = v }
//
// So does one that puts it behind another one in a list; the first one has none before it.
//
//	last.next = v
//	if last == nil { first = v } else { last.next = v }
func (l *loop) keptLater(as *ast.AssignStmt, rest []ast.Stmt) bool {
	id, ok := as.Lhs[0].(*ast.Ident)
	if !ok || l.pass.TypesInfo.Defs[id] == nil {
		return false
	}
	if call, ok := as.Rhs[0].(*ast.CallExpr); ok && l.appends(call) {
		return false
	}
	return l.anyKeeps(rest, l.pass.TypesInfo.Defs[id])
}

// anyKeeps reports whether one of some statements keeps a variable.
func (l *loop) anyKeeps(list []ast.Stmt, v types.Object) bool {
	return slices.ContainsFunc(list, func(stmt ast.Stmt) bool { return l.keepsVariable(stmt, v) })
}

// keepsVariable reports whether a statement keeps a variable, or a literal that holds it.
func (l *loop) keepsVariable(stmt ast.Stmt, v types.Object) bool {
	switch n := stmt.(type) {
	case *ast.BlockStmt:
		return l.anyKeeps(n.List, v)
	case *ast.IfStmt: // each branch does
		return n.Else != nil && (l.keepsVariable(n.Body, v) && l.keepsVariable(n.Else, v) ||
			l.links(n.Body, v) || l.links(n.Else, v))
	case *ast.SendStmt:
		return l.holds(n.Value, v)
	case *ast.ExprStmt:
		return l.gives(n.X, v)
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return false
		}
		e := ast.Unparen(n.Rhs[0])
		if l.gives(e, v) {
			return true
		}
		if call, ok := e.(*ast.CallExpr); ok && l.appends(call) {
			return n.Tok == token.ASSIGN && l.holds(call.Args[1], v)
		}
		_, element := ast.Unparen(n.Lhs[0]).(*ast.IndexExpr)
		return n.Tok == token.ASSIGN && element && l.holds(e, v) || l.links(n, v)
	}
	return false
}

// links reports whether a statement, or the last one of a block, gives a variable to a field of
// another struct of its type.
func (l *loop) links(stmt ast.Stmt, v types.Object) bool {
	if block, ok := stmt.(*ast.BlockStmt); ok {
		return slices.ContainsFunc(block.List, func(stmt ast.Stmt) bool { return l.links(stmt, v) })
	}
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
		!technique.Names(l.pass.TypesInfo, ast.Unparen(as.Rhs[0]), v) {
		return false
	}
	sel, ok := ast.Unparen(as.Lhs[0]).(*ast.SelectorExpr)
	return ok && types.Identical(l.pass.TypesInfo.TypeOf(sel.X), v.Type()) &&
		!technique.Names(l.pass.TypesInfo, sel.X, v) && l.moves(sel.X)
}

// moves reports whether an expression may be another struct in each round: something of the loop is
// in it, or the loop assigns to it, or to what it is a field of. Else the last value stays alone.
func (l *loop) moves(e ast.Expr) bool {
	info := l.pass.TypesInfo
	for n := range ast.Preorder(e) {
		if _, isCall := n.(*ast.CallExpr); isCall {
			return true
		}
		v, ok := technique.Variable(info, n)
		if ok && !v.IsField() && l.stmt.Pos() <= v.Pos() && v.Pos() < l.stmt.End() {
			return true
		}
		path, ok := n.(ast.Expr)
		if !ok {
			continue
		}
		for n := range ast.Preorder(l.body) {
			as, ok := n.(*ast.AssignStmt)
			if ok && slices.ContainsFunc(as.Lhs, func(left ast.Expr) bool {
				return technique.SameExpr(info, left, path)
			}) {
				return true
			}
		}
	}
	return false
}

// gives reports whether an expression calls a function of a variable or of an interface with a
// literal that holds a variable.
func (l *loop) gives(e ast.Expr, v types.Object) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || l.pass.TypesInfo.Types[call.Fun].IsType() {
		return false
	}
	switch fn := technique.Callee(l.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return false
	case *types.Func:
		recv := fn.Signature().Recv()
		if recv == nil || !types.IsInterface(recv.Type()) {
			return false
		}
	}
	for _, arg := range call.Args {
		if _, name := ast.Unparen(arg).(*ast.Ident); !name && l.holds(arg, v) {
			return true
		}
	}
	return false
}

// holds reports whether an expression is a variable, or a literal with it.
func (l *loop) holds(e ast.Expr, v types.Object) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		return l.pass.TypesInfo.Uses[n] == v
	case *ast.UnaryExpr:
		return n.Op == token.AND && l.holds(n.X, v)
	case *ast.KeyValueExpr:
		return l.holds(n.Value, v)
	case *ast.CompositeLit:
		for _, elt := range n.Elts {
			if l.holds(elt, v) {
				return true
			}
		}
	}
	return false
}
