package hoist

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// without returns the edits that take the error of a pair away, which is always nil, and with it
// the statement that asks for nothing else, and what it does with an error. value is what the first
// result becomes, and name that of the expression where value is that alone.
//
//	have: re, err := regexp.Compile("^a+$")
//	      if err != nil { return err }
//	      return re.FindString(s)
//	want: return checkRegexp.FindString(s)
func (s *site) without(as *ast.AssignStmt, value, name string) ([]analysis.TextEdit, bool) {
	first, ok := as.Lhs[0].(*ast.Ident)
	if !ok || as.Tok != token.DEFINE {
		return nil, false
	}
	v, isNew := s.pass.TypesInfo.Defs[first].(*types.Var)
	stmt := s.cur.Parent()
	next, hasNext := stmt.NextSibling()
	if !isNew || !technique.InList(stmt) || !hasNext {
		return nil, false
	}
	cond, ok := next.Node().(*ast.IfStmt)
	if !ok || !s.asksFor(as.Lhs[1], stmt, cond) || technique.CommentedAround(s.pass, as, cond) {
		return nil, false
	}
	edits, gone := s.decided(cond, as)
	if edits == nil {
		return nil, false
	}
	if value == name && technique.KeepsValue(s.pass, v, s.fn) {
		if gone == cond {
			edits = []analysis.TextEdit{technique.Remove(s.pass,
				technique.Span{From: as.Pos(), To: cond.End()})}
		} else {
			edits = append(edits, technique.Remove(s.pass, as))
		}
		for _, use := range technique.UsesOf(s.pass, v) {
			if at := use.Node().Pos(); at < gone.Pos() || gone.End() <= at {
				edits = append(edits, technique.Replace(use.Node(), name))
			}
		}
		return edits, true
	}
	for _, use := range technique.UsesOf(s.pass, v) {
		if at := use.Node().Pos(); at < gone.Pos() || gone.End() <= at {
			return append(edits, analysis.TextEdit{Pos: first.End(), End: as.Lhs[1].End()},
				technique.Replace(s.expr, value)), true
		}
	}
	return nil, false // nothing would use the variable
}

// asksFor reports whether an if statement behind the assignment is the only one to see the error of
// the pair: what else uses the variable gives it another one first, or had one before.
func (s *site) asksFor(e ast.Expr, stmt inspector.Cursor, cond *ast.IfStmt) bool {
	info := s.pass.TypesInfo
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	fn, inFunc := technique.EnclosingFunc(stmt)
	if !ok || !inFunc || technique.IsResult(fn.Node(), v) || technique.HasGoto(s.pass, fn.Node()) {
		return false
	}
	again := token.Pos(0) // where the variable gets another value
	for next := stmt; ; {
		if next, ok = next.NextSibling(); !ok {
			break
		}
		if as, isAssign := next.Node().(*ast.AssignStmt); isAssign && cond.End() <= as.Pos() &&
			s.gives(as, v) {
			again = as.Pos()
			break
		}
	}
	_, isNew := info.Defs[id].(*types.Var) // else the same list declares it, further up
	for _, use := range technique.UsesOf(s.pass, v) {
		at := use.Node().Pos()
		if _, addressed := technique.Replaced(use); addressed {
			return false
		}
		switch {
		case use.Node() == id, cond.Pos() <= at && at < cond.End():
		case !isNew && technique.InLiteral(use, v):
			return false
		case !isNew && at < stmt.Node().Pos():
		case again == 0 || at < again:
			return false
		}
	}
	return s.stillUsed(v, fn)
}

// stillUsed reports whether something uses v, if it has to be declared, when each statement goes
// away that asks for the error of an expression: other statements give it a value, too.
func (s *site) stillUsed(v *types.Var, fn inspector.Cursor) bool {
	if v.Kind() != types.LocalVar {
		return true
	}
	asking := make(map[ast.Node]ast.Node) // by assignment
	for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
		as := cur.Node().(*ast.AssignStmt)
		next, ok := cur.NextSibling()
		if !ok || len(as.Rhs) != 1 {
			continue
		}
		cond, isIf := next.Node().(*ast.IfStmt)
		call, isCall := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !isIf || !isCall {
			continue
		}
		if f, ok := technique.Func(s.pass.TypesInfo, call); ok && f.Pkg() != nil &&
			f.Pkg().Path() == "regexp" {
			asking[as] = cond
		}
	}
	declared := true // by another statement than those
	for as := range asking {
		declared = declared && !(as.Pos() <= v.Pos() && v.Pos() < as.End())
	}
	for _, use := range technique.UsesOf(s.pass, v) {
		if given, _ := technique.Replaced(use); given {
			declared = declared || asking[use.Parent().Node()] == nil
			continue
		}
		asks := false
		for _, cond := range asking {
			asks = asks || cond.Pos() <= use.Node().Pos() && use.Node().Pos() < cond.End()
		}
		if !asks {
			return true
		}
	}
	return !declared
}

// gives reports whether a statement declares variables and gives v another value of its type,
// which it does not read: it can declare v as well.
func (s *site) gives(as *ast.AssignStmt, v *types.Var) bool {
	if as.Tok != token.DEFINE || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
		return false
	}
	results, ok := s.pass.TypesInfo.TypeOf(as.Rhs[0]).(*types.Tuple)
	if !ok || results.Len() != 2 || technique.Uses(s.pass.TypesInfo, as.Rhs[0], v) {
		return false
	}
	for i, e := range as.Lhs {
		if id, isIdent := e.(*ast.Ident); isIdent && s.pass.TypesInfo.ObjectOf(id) == v {
			return types.Identical(results.At(i).Type(), v.Type())
		}
	}
	return false
}

// decided returns the edits for an if statement that compares the error with nil and does nothing
// else: of what it does where there is none remains the list of its statements, of the other
// nothing. gone is what is removed.
func (s *site) decided(cond *ast.IfStmt, as *ast.AssignStmt) (edits []analysis.TextEdit,
	gone ast.Node) {
	b, ok := ast.Unparen(cond.Cond).(*ast.BinaryExpr)
	if !ok || cond.Init != nil || cond.Else != nil || len(cond.Body.List) == 0 ||
		!s.pass.TypesInfo.Types[b.Y].IsNil() || !s.isErrorOf(as, b.X) {
		return nil, nil
	}
	list := cond.Body.List
	switch b.Op {
	case token.NEQ:
		if s.declaredOnlyFor(cond) {
			return nil, nil
		}
		return []analysis.TextEdit{technique.Remove(s.pass, cond)}, cond
	case token.EQL:
		for _, stmt := range list {
			switch stmt := stmt.(type) {
			case *ast.DeclStmt, *ast.LabeledStmt, *ast.ReturnStmt, *ast.BranchStmt:
				return nil, nil
			case *ast.AssignStmt:
				if stmt.Tok == token.DEFINE {
					return nil, nil
				}
			}
		}
		for n := range ast.Preorder(cond.Body) {
			if id, isIdent := n.(*ast.Ident); isIdent && s.isErrorOf(as, id) {
				return nil, nil // the statements name it
			}
		}
		return []analysis.TextEdit{{Pos: cond.Pos(), End: list[0].Pos()},
			{Pos: list[len(list)-1].End(), End: cond.End()}}, cond.Cond
	}
	return nil, nil
}

// isErrorOf reports whether an expression is the variable that gets the error.
func (s *site) isErrorOf(as *ast.AssignStmt, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	to, isIdent := as.Lhs[1].(*ast.Ident)
	return ok && isIdent && s.pass.TypesInfo.ObjectOf(id) != nil &&
		s.pass.TypesInfo.ObjectOf(id) == s.pass.TypesInfo.ObjectOf(to)
}

// declaredOnlyFor reports whether a variable of the function, or a label, may have no use but in an
// if statement, without which it does not compile.
func (s *site) declaredOnlyFor(cond *ast.IfStmt) bool {
	for n := range ast.Preorder(cond) {
		if branch, ok := n.(*ast.BranchStmt); ok && branch.Label != nil {
			return true
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() || v.Parent() == s.pass.Pkg.Scope() || v.Pkg() != s.pass.Pkg ||
			cond.Pos() <= v.Pos() && v.Pos() < cond.End() {
			continue
		}
		elsewhere := v.Kind() != types.LocalVar
		for _, use := range technique.UsesOf(s.pass, v) {
			at := use.Node().Pos()
			given, _ := technique.Replaced(use) // which does not count as a use
			elsewhere = elsewhere || (at < cond.Pos() || cond.End() <= at) && !given
		}
		if !elsewhere && !s.isErrorOf(s.cur.Parent().Node().(*ast.AssignStmt), id) {
			return true
		}
	}
	return false
}
