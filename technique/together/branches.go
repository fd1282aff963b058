package together

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// branches proposes what each iteration makes once, in one branch of an if or in another.
//
//	have: if ok { a.list = append(a.list, &T{x}) } else { m[k] = &list{list: []*T{{x}}} }
//	want: if ok { ts = append(ts, T{x}); a.list = append(a.list, &ts[len(ts)-1]) } else { ... }
func (l *loop) branches() {
	for i, stmt := range l.body.List {
		s, ok := stmt.(*ast.IfStmt)
		if !ok {
			continue
		}
		lists, apart, ok := ways(s, l.body.List[i+1:])
		if !ok {
			continue
		}
		list, ok := l.inEach(lists, apart)
		if !ok {
			continue
		}
		p := technique.Proposal{At: list[0].value,
			Message: "make the elements of the loop together"}
		if p, ok = l.pointers(p, list); ok {
			technique.Report(l.pass, p)
		}
	}
}

// ways returns the lists of statements of which an iteration that comes to an if executes one, and
// the statements that end one of them and go on with the next iteration. Where a branch does, the
// rest of the body is as good as the other.
func ways(s *ast.IfStmt, rest []ast.Stmt) (lists [][]ast.Stmt, apart []ast.Stmt, ok bool) {
	last, ends := goesOn(s.Body.List)
	if ends {
		apart = append(apart, last)
	}
	switch next := s.Else.(type) {
	case *ast.BlockStmt:
		lists, ok = [][]ast.Stmt{next.List}, true
	case *ast.IfStmt:
		var more []ast.Stmt
		lists, more, ok = ways(next, rest)
		apart = append(apart, more...)
	case nil:
		lists, ok = [][]ast.Stmt{rest}, ends
	}
	return append([][]ast.Stmt{s.Body.List}, lists...), apart, ok
}

// goesOn returns the statement that ends a list and goes on with the next iteration.
func goesOn(list []ast.Stmt) (ast.Stmt, bool) {
	if len(list) == 0 {
		return nil, false
	}
	branch, ok := list[len(list)-1].(*ast.BranchStmt)
	return branch, ok && branch.Tok == token.CONTINUE && branch.Label == nil
}

// inEach returns pointers to structs of one type of which each list makes one.
func (l *loop) inEach(lists [][]ast.Stmt, apart []ast.Stmt) ([]pointer, bool) {
	for _, first := range l.pointersIn(lists[0], apart) {
		chosen := []pointer{first}
		for _, list := range lists[1:] {
			others := l.pointersIn(list, apart)
			i := slices.IndexFunc(others, func(p pointer) bool {
				return types.Identical(l.structOf(p.value), l.structOf(first.value))
			})
			if i < 0 {
				break
			}
			chosen = append(chosen, others[i])
		}
		if len(chosen) == len(lists) {
			return chosen, true
		}
	}
	return nil, false
}

// pointersIn returns the pointers that statements of a list make and keep whenever the list is
// executed.
func (l *loop) pointersIn(list, apart []ast.Stmt) (found []pointer) {
	for i, stmt := range list {
		as, ok := stmt.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			continue
		}
		values := l.within(as)
		if value := l.value(as); value != nil {
			values = append([]ast.Expr{value}, values...)
		}
		for _, value := range values {
			t := l.structOf(value)
			if t != nil && l.reached(as, t, apart...) && l.keepsIt(as, list[i+1:]) {
				found = append(found, pointer{as, value})
			}
		}
	}
	return found
}

// within returns the pointers to new structs that lie in a literal which a statement keeps. All
// else in the literal is pure: it may be evaluated later than the struct.
func (l *loop) within(as *ast.AssignStmt) (found []ast.Expr) {
	e := ast.Unparen(as.Rhs[0])
	if call, ok := e.(*ast.CallExpr); ok && l.appends(call) {
		e = ast.Unparen(call.Args[1])
	}
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok || as.Tok != token.ASSIGN || !l.plain(lit) {
		return nil
	}
	for n := range ast.Preorder(lit) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			in, ok := n.X.(*ast.CompositeLit)
			if ok && n.Op == token.AND && l.fits(l.pass.TypesInfo.TypeOf(in)) {
				found = append(found, n)
			}
		case *ast.CompositeLit:
			if t := l.structOf(n); n.Type == nil && t != nil && l.fits(t) {
				found = append(found, n) // in []*T{{...}}
			}
		}
	}
	return found
}

// plain reports whether an expression is pure, or a literal, or the address of one, of what is.
func (l *loop) plain(e ast.Expr) bool {
	info := l.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return !slices.ContainsFunc(e.Elts, func(e ast.Expr) bool { return !l.plain(e) })
	case *ast.KeyValueExpr:
		return l.plain(e.Key) && l.plain(e.Value)
	case *ast.UnaryExpr:
		if _, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok && e.Op == token.AND {
			return l.plain(e.X)
		}
	}
	return info.Types[e].IsNil() || technique.Pure(info, e)
}
