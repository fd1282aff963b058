package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// ordered reports whether it makes no difference that a rewrite uses an operand
// while the next ones are still to be evaluated. Package fmt gets them all
// first. It matters when one of them calls something that changes another.
func ordered(s *site, fn function) bool {
	calls, allowed := 0, effects.Keeps
	if fn.fixed == 0 {
		allowed |= effects.Panics // nothing is seen of the text then
	}
	acts := func(x ast.Expr) bool { return s.hasEffects(x, allowed) }
	for _, x := range s.call.Args {
		if acts(x) {
			calls++
		}
	}
	if calls == 0 {
		return true
	}
	if fn.fixed > 0 && !s.writesLater(fn) {
		return false // the writer or the buffer may be what changes
	}
	for _, x := range s.operands {
		switch {
		case acts(x):
			calls--
			_, text := s.pass.TypesInfo.TypeOf(x).Underlying().(*types.Basic)
			if !text && calls > 0 {
				return false // bytes that a later call may change
			}
		case calls > 0 && s.pass.TypesInfo.Types[x].Value == nil && !s.unchangeable(x):
			return false // what no call follows is looked at behind the last one, as before
		}
	}
	return true
}

// kept reports whether no call that follows an operand can change it: a constant, a variable that
// only its function has, or what a call gives.
func (s *site) kept(x ast.Expr) bool {
	info := s.pass.TypesInfo
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	return info.Types[x].Value != nil || s.unchangeable(x) ||
		ok && !info.Types[call.Fun].IsType()
}

// callFollows reports whether a call that may change something, or a channel, stands behind the
// call in its statement. A sum of strings is only made when that has run.
//
//	return fmt.Sprintf("%s:%d", l.name, l.line), l.next()
func (s *site) callFollows(cur inspector.Cursor) bool {
	for {
		if _, expr := cur.Parent().Node().(ast.Expr); !expr {
			break
		}
		cur = cur.Parent()
	}
	around := cur.Node()
	switch stmt := cur.Parent().Node().(type) {
	case *ast.AssignStmt, *ast.ReturnStmt, *ast.ValueSpec:
		around = stmt
	}
	follows := false
	ast.Inspect(around, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			follows = follows || e.Pos() >= s.call.End() && !s.onlyPrints(e) &&
				!effects.Only(s.pass, e, effects.Keeps|effects.Panics)
		case *ast.UnaryExpr:
			follows = follows || e.Pos() >= s.call.End() && e.Op == token.ARROW
		}
		return !follows
	})
	return follows
}

// onlyPrints reports whether a call has fmt make a text of operands without methods.
func (s *site) onlyPrints(call *ast.CallExpr) bool {
	fn, ok := functionOf(s.pass, call)
	if !ok || fn.name != "Sprint" || call.Ellipsis.IsValid() {
		return false
	}
	for _, x := range fn.operands(call) {
		t := s.pass.TypesInfo.TypeOf(x)
		if types.IsInterface(t) || showsItself(t) || fmtverb.Asks(types.NewPointer(t), 'v') {
			return false
		}
		switch u := t.Underlying().(type) {
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		}
		_, basic := t.Underlying().(*types.Basic)
		if !basic || showsItself(t) || fmtverb.Asks(types.NewPointer(t), 'v') {
			return false
		}
	}
	return true
}

// writesLater reports whether the call writes to a variable that no operand can change, and of
// which nothing is looked at before the text is made.
func (s *site) writesLater(fn function) bool {
	return fn.name == "Fprint" && !s.takesPieces() && s.fixed(s.call.Args[0])
}

// hasEffects reports whether x may do more than what is allowed: change something, wait, or panic
// in a call.
func (s *site) hasEffects(x ast.Expr, allowed effects.Effects) bool {
	for {
		call, ok := ast.Unparen(x).(*ast.CallExpr)
		if !ok || len(call.Args) > 0 {
			break
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "String" || !fmtverb.NamesItself(s.pass.TypesInfo.TypeOf(sel.X)) {
			break
		}
		x = sel.X // its text is only made of it
	}
	return !effects.Only(s.pass, x, allowed)
}

// unchangeable reports whether x is a local variable that only assignments to
// its name can change: none takes its address, and no closure has it. Its type
// is basic, so it has no elements either.
func (s *site) unchangeable(x ast.Expr) bool {
	_, basic := s.pass.TypesInfo.TypeOf(x).Underlying().(*types.Basic)
	return basic && s.fixed(x)
}

// fixed reports whether x is a local variable that only assignments to its name can change, or
// a field of one. What it leads to may change.
func (s *site) fixed(x ast.Expr) bool {
	info := s.pass.TypesInfo
	switch info.TypeOf(x).Underlying().(type) {
	case *types.Array, *types.Struct:
		return false // a part may be reached by itself
	}
	for {
		sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
		if !ok {
			break
		}
		path, ok := info.Selections[sel]
		if !ok || path.Kind() != types.FieldVal || path.Indirect() {
			return false
		}
		x = sel.X
	}
	v, ok := technique.Variable(info, ast.Unparen(x))
	return ok && !v.IsField() && v.Parent() != s.pass.Pkg.Scope() && !s.shared(v)
}

// shared reports whether the file may reach v other than by name from the
// function that declares it.
func (s *site) shared(v *types.Var) bool {
	info := s.pass.TypesInfo
	found := false
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && technique.Uses(info, n, v)
		case *ast.SelectorExpr:
			found = found || s.takesAddress(n) && technique.Uses(info, n.X, v)
		case *ast.FuncLit:
			found = found || technique.Uses(info, n, v) && (v.Pos() < n.Pos() || n.End() <= v.Pos())
		}
		return !found
	})
	return found
}

// takesAddress reports whether a selector is of a method that gets the address of what it is
// called on.
func (s *site) takesAddress(sel *ast.SelectorExpr) bool {
	path, ok := s.pass.TypesInfo.Selections[sel]
	if !ok || path.Kind() != types.MethodVal || path.Indirect() {
		return false
	}
	_, pointer := types.Unalias(path.Obj().(*types.Func).Signature().Recv().Type()).(*types.Pointer)
	return pointer
}
