package guarded

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// asks finds the condition at the beginning of the function, or of one that it hands all on to.
//
//	if l.off { return }; ...
//	if !ok { panic(...) }
//	if log := l.log; log != nil { ... }
//	log := l.log; if log == nil { return }; ...
func (c *call) asks() bool {
	c.bound = make(map[types.Object]ast.Expr)
	for decl := c.decl; decl != nil; decl = c.handsOn(decl) {
		c.through = append(c.through, decl)
		if c.asksFirst(decl.Body.List) && c.looksFor() {
			return true
		}
	}
	c.bound, c.through = nil, nil
	return false
}

// asksFirst finds the condition at the beginning of some statements.
func (c *call) asksFirst(list []ast.Stmt) bool {
	if len(list) > 1 && c.binds(list[0]) {
		list = list[1:]
	}
	if len(list) == 0 {
		return false
	}
	first, ok := list[0].(*ast.IfStmt)
	if !ok || first.Else != nil || first.Init != nil && !c.binds(first.Init) {
		return false
	}
	c.cond, c.leaves = first.Cond, false
	if len(first.Body.List) == 1 && len(list) > 1 {
		ret, ok := first.Body.List[0].(*ast.ReturnStmt)
		c.leaves = true
		return ok && len(ret.Results) == 0
	}
	return len(list) == 1
}

// binds notes a variable that is declared for the condition, of what only reads.
func (c *call) binds(stmt ast.Stmt) bool {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || len(as.Rhs) != 1 ||
		!c.reads(as.Rhs[0]) {
		return false
	}
	v := c.pass.TypesInfo.Defs[as.Lhs[0].(*ast.Ident)]
	if v != nil {
		c.bound[v] = as.Rhs[0]
	}
	return v != nil
}

// handsOn returns the function that a function does nothing but call. What it is given besides
// neither acts nor panics.
//
//	func (s *server) logf(format string, args ...any) { s.log.printf(format, args...) }
func (c *call) handsOn(decl *ast.FuncDecl) *ast.FuncDecl {
	if len(decl.Body.List) != 1 {
		return nil
	}
	stmt, ok := decl.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	expr, ok := stmt.X.(*ast.CallExpr)
	if !ok || slices.ContainsFunc(expr.Args, func(arg ast.Expr) bool { return !c.plain(arg) }) {
		return nil
	}
	fn, ok := technique.Func(c.pass.TypesInfo, expr)
	if !ok || fn.Signature().TypeParams() != nil {
		return nil
	}
	to := technique.DeclOf(c.pass, fn)
	if to == nil || to.Body == nil || directed(to) || slices.Contains(c.through, to) {
		return nil
	}
	args, ok := given(c.pass, to, expr)
	if !ok {
		return nil
	}
	for param, arg := range args {
		c.bound[param] = arg
	}
	if sel, ok := expr.Fun.(*ast.SelectorExpr); ok && to.Recv != nil {
		if len(c.pass.TypesInfo.Selections[sel].Index()) != 1 || !simple(sel.X) {
			return nil
		}
		c.needed = append(c.needed, receiverOf(c.pass, to))
	}
	return to
}

// plain reports whether an expression is a name of the function or a constant, or joins such.
func (c *call) plain(e ast.Expr) bool {
	if c.pass.TypesInfo.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.BinaryExpr:
		return e.Op == token.ADD && c.plain(e.X) && c.plain(e.Y)
	}
	return false
}

// means returns what a name in the condition means: where that is bound to the name of a parameter,
// it is this parameter.
func (c *call) means(id *ast.Ident) types.Object {
	obj := c.pass.TypesInfo.Uses[id]
	for {
		to, ok := c.bound[obj].(*ast.Ident)
		if !ok {
			return obj
		}
		next := c.pass.TypesInfo.Uses[to]
		if c.args[next] == nil && c.bound[next] == nil {
			return obj
		}
		obj = next
	}
}

// stands reports whether what a name in an expression is bound to means in its place what the name
// means.
func (c *call) stands(in ast.Expr, id *ast.Ident, value ast.Expr) bool {
	tv := c.pass.TypesInfo.Types[value]
	if tv.IsNil() || c.computes(in, id, value) {
		return false
	}
	return types.Identical(c.pass.TypesInfo.TypeOf(id), tv.Type) ||
		tv.Value == nil && selected(in, id)
}

// looksFor reports whether the condition looks in any case for what is found through pointers to
// make the calls, and may be missing.
func (c *call) looksFor() bool {
	return !slices.ContainsFunc(c.needed, func(recv types.Object) bool {
		return recv == nil || !c.mentions(leftmost(c.cond), recv)
	})
}

// leftmost returns the operand that a condition asks in any case.
func leftmost(e ast.Expr) ast.Expr {
	for {
		either, ok := ast.Unparen(e).(*ast.BinaryExpr)
		if !ok || either.Op != token.LAND && either.Op != token.LOR {
			return e
		}
		e = either.X // what follows may not be asked
	}
}

// mentions reports whether an expression has a name, or one that is bound to something that has.
func (c *call) mentions(e ast.Expr, obj types.Object) bool {
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		used := c.pass.TypesInfo.Uses[id]
		if value, bound := c.bound[used]; used == obj || bound && c.mentions(value, obj) {
			return true
		}
	}
	return false
}

// declares reports whether one of the functions declares an object.
func (c *call) declares(obj types.Object) bool {
	return slices.ContainsFunc(append(c.through, c.decl), func(decl *ast.FuncDecl) bool {
		return decl.Pos() <= obj.Pos() && obj.Pos() < decl.End()
	})
}
