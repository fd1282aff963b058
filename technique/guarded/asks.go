package guarded

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// asks finds the condition at the beginning of the function, or of one that it hands all on to.
//
//	if l.off { return }; ...
//	if !ok { panic(...) }
//	if log := l.log; log != nil { ... }
//	log := l.log; if log == nil { return }; ...
func (c *call) asks() bool {
	c.bound = make(map[types.Object]ast.Expr)
	embedded := c.needed
	for decl := c.decl; decl != nil; decl = c.handsOn(decl) {
		c.through = append(c.through, decl)
		if c.asksFirst(decl.Body.List) && c.looksFor() && c.findsReceiver() {
			return true
		}
	}
	c.bound, c.through, c.needed = nil, nil, embedded
	return false
}

// asksFirst finds the condition at the beginning of some statements.
func (c *call) asksFirst(list []ast.Stmt) bool {
	before := len(list) > 1 && c.binds(list[0])
	if before {
		list = list[1:]
	}
	if len(list) == 0 {
		return false
	}
	first, ok := list[0].(*ast.IfStmt)
	if !ok || first.Else != nil || first.Init != nil && (before || !c.binds(first.Init)) {
		return false
	}
	c.cond = first.Cond
	c.leaves = len(first.Body.List) == 1 && len(list) > 1 && c.onlyReturns(first.Body.List[0])
	return c.leaves || len(list) == 1 || len(list) == 2 && c.onlyReturns(list[1])
}

// onlyReturns reports whether a statement returns, and what it returns neither acts nor panics.
func (c *call) onlyReturns(stmt ast.Stmt) bool {
	ret, ok := stmt.(*ast.ReturnStmt)
	return ok && !slices.ContainsFunc(ret.Results, func(e ast.Expr) bool {
		tv := c.pass.TypesInfo.Types[e]
		if tv.Value != nil || tv.IsNil() {
			return false
		}
		if sel, ok := e.(*ast.SelectorExpr); ok {
			e = sel.Sel // of another package; a field may be out of reach
			if c.pass.TypesInfo.Selections[sel] != nil {
				return true
			}
		}
		id, ok := e.(*ast.Ident)
		if !ok {
			return true
		}
		_, isVar := c.pass.TypesInfo.Uses[id].(*types.Var)
		return !isVar
	})
}

// binds notes a variable that is declared for the condition, of what only reads. The condition has
// to ask for it in any case, as finding its value may panic.
func (c *call) binds(stmt ast.Stmt) bool {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || len(as.Rhs) != 1 ||
		!c.reads(as.Rhs[0]) || !fields(as.Rhs[0]) {
		return false
	}
	v := c.pass.TypesInfo.Defs[as.Lhs[0].(*ast.Ident)]
	if v != nil {
		c.bound[v] = as.Rhs[0]
		if c.pass.TypesInfo.Types[as.Rhs[0]].Value == nil {
			c.needed = append(c.needed, v)
		}
	}
	return v != nil
}

// fields reports whether an expression panics in one way only, when a pointer is nil, and has one
// type wherever it stands: that of a shift may be the type of what is around it.
func fields(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.Ident, *ast.BasicLit, *ast.SelectorExpr, *ast.ParenExpr, *ast.CallExpr,
			*ast.UnaryExpr:
		case *ast.BinaryExpr:
			switch n.Op {
			case token.QUO, token.REM, token.SHL, token.SHR:
				return false
			}
		default:
			return false
		}
	}
	return true
}

// handsOn returns the function that a function does nothing but call. What it is given besides
// neither acts nor panics.
//
//	func (s *server) logf(format string, args ...any) { s.log.printf(format, args...) }
//	func (s *server) log(text string) error { return s.log.print(text) }
func (c *call) handsOn(decl *ast.FuncDecl) *ast.FuncDecl {
	if len(decl.Body.List) != 1 {
		return nil
	}
	expr, ok := called(decl.Body.List[0])
	if ret, returns := decl.Body.List[0].(*ast.ReturnStmt); returns && len(ret.Results) == 1 {
		expr, ok = ret.Results[0].(*ast.CallExpr)
	}
	if !ok || slices.ContainsFunc(expr.Args, func(arg ast.Expr) bool { return !c.plain(arg) }) {
		return nil
	}
	fn, ok := technique.Func(c.pass.TypesInfo, expr)
	if !ok || fn.Signature().TypeParams() != nil {
		return nil
	}
	to := technique.DeclOf(c.pass, fn)
	if to == nil || to.Body == nil || directed(to) || !technique.SameInBuilds(c.pass, fn) ||
		slices.Contains(c.through, to) {
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
		if len(c.pass.TypesInfo.Selections[sel].Index()) != 1 || !simple(sel.X) ||
			technique.IsPointer(c.pass.TypesInfo.TypeOf(sel.X)) && !byPointer(fn) {
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

// once reports whether a value is the same whenever it is asked for, or is asked for once: another
// may store an atomic value in between.
//
//	if log := l.log.Load(); log != nil && log.on { ... }
func (c *call) once(v types.Object, value ast.Expr) bool {
	if effects.Only(c.pass, value, effects.Keeps|effects.Panics) {
		return true
	}
	uses := 0
	for n := range ast.Preorder(c.cond) {
		if id, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[id] == v {
			uses++
		}
	}
	return uses == 1
}

// looksFor reports whether the condition looks in any case for what is found through pointers to
// make the calls, and may be missing.
func (c *call) looksFor() bool {
	return !slices.ContainsFunc(c.needed, func(recv types.Object) bool {
		return recv == nil || !c.mentions(c.cond, recv)
	})
}

// mentions reports whether an expression evaluates in any case a name, or one that is bound to
// something that does.
func (c *call) mentions(e ast.Expr, obj types.Object) bool {
	return technique.Surely(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return false
		}
		used := c.pass.TypesInfo.Uses[id]
		value, bound := c.bound[used]
		return used == obj || bound && c.mentions(value, obj)
	})
}

// declares reports whether one of the functions declares an object.
func (c *call) declares(obj types.Object) bool {
	return slices.ContainsFunc(append(c.through, c.decl), func(decl *ast.FuncDecl) bool {
		return decl.Pos() <= obj.Pos() && obj.Pos() < decl.End()
	})
}
