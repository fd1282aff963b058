package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// droppable reports whether a number that a statement asks for need not be calculated: it surely
// does not panic, or what runs next does so at the same pointer. It is not the last use of a
// variable.
func (s *pooled) droppable(stmt ast.Stmt, e ast.Expr) bool {
	if stmt == nil {
		return true // only what is made is asked about
	}
	cur, ok := technique.Find(s.pass, stmt)
	return ok && technique.Pure(s.pass.TypesInfo, e) && !s.lastUse(e) && s.total(cur, e)
}

// total reports whether an expression that is pure does not panic.
func (s *pooled) total(stmt inspector.Cursor, e ast.Expr) bool {
	info := s.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil || !sel.Indirect() {
			return sel == nil || s.total(stmt, e.X)
		}
		v, ok := technique.Variable(info, e.X)
		return ok && len(sel.Index()) == 1 && technique.KeepsValue(s.pass, v, s.in) &&
			(technique.FollowedBefore(s.pass, stmt, v) || s.followedNext(stmt, v))
	case *ast.UnaryExpr:
		return s.total(stmt, e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			return info.Types[e.Y].Value != nil && s.total(stmt, e.X)
		}
		return s.total(stmt, e.X) && s.total(stmt, e.Y)
	case *ast.CallExpr: // of len
		return s.total(stmt, e.Args[0])
	}
	return false
}

// followedNext reports whether what runs next follows a pointer, too: behind the statement there
// are only the buffer's own, and calls of it that are given constants and variables.
//
//	buf := bytes.NewBuffer(make([]byte, 0, len(m.name))); buf.WriteString(m.name)
func (s *pooled) followedNext(stmt inspector.Cursor, p *types.Var) bool {
	info := s.pass.TypesInfo
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		if next.Node() == s.stmt {
			continue
		}
		expr, ok := next.Node().(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := expr.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || info.Selections[sel] != nil && !technique.Names(info, sel.X, s.v) {
			return false
		}
		if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			return !effects.Only(s.pass, arg, effects.Keeps|effects.Panics) || !s.onlyFollows(arg)
		}) {
			return false
		}
		if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			return follows(info, arg, p)
		}) {
			return true
		}
		if !technique.Names(info, sel.X, s.v) || !onlyWrites(sel.Sel.Name) ||
			slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
				_, isName := arg.(*ast.Ident)
				return !isName && info.Types[arg].Value == nil
			}) {
			return false
		}
	}
	return false
}

// onlyWrites reports whether a method of a bytes.Buffer, which gets a value that is there already,
// does no more than to write it: it neither panics because of a number nor calls anything.
func onlyWrites(method string) bool {
	switch method {
	case "Write", "WriteString", "WriteByte", "WriteRune", "Reset":
		return true
	}
	return false
}

// onlyFollows reports whether nothing in an expression panics but what follows pointers, nor a
// function that it calls.
func (s *pooled) onlyFollows(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
			return false
		case *ast.BinaryExpr:
			if n.Op != token.ADD && s.pass.TypesInfo.Types[n].Value == nil {
				return false
			}
		case *ast.CallExpr:
			if s.pass.TypesInfo.Types[n.Fun].IsType() {
				if _, array := s.pass.TypesInfo.TypeOf(n).Underlying().(*types.Array); array {
					return false // a slice may be too short
				}
				continue
			}
			if !effects.Only(s.pass, n, effects.Keeps) {
				return false
			}
		}
	}
	return true
}

// follows reports whether an expression surely looks for a field of what a pointer points to.
func follows(info *types.Info, e ast.Expr, p *types.Var) bool {
	return technique.Surely(e, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || !technique.Names(info, sel.X, p) {
			return false
		}
		s, tv := info.Selections[sel], info.Types[sel]
		_, isArray := tv.Type.Underlying().(*types.Array) // its length is a constant
		return s != nil && s.Kind() == types.FieldVal && !isArray
	})
}
