package hoist

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// joined matches a text that is put together of constants and of variables of the package that
// keep what they begin with.
//
//	have: var special = string(marks); ...; strings.ContainsAny(s, " \t"+special)
//	want: var cutText = " \t" + special; ...; strings.ContainsAny(s, cutText)
//
// Go gives the variables their values in the order in which they need each other, also for who
// calls the function meanwhile.
func (s *site) joined(e *ast.BinaryExpr) (building, bool) {
	b := building{what: "the text", suffix: "Text"}
	up := s.cur.Parent()
	for isParen(up.Node()) {
		up = up.Parent()
	}
	if sum, ok := up.Node().(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return b, false // it is a part of that
	}
	if tv := s.pass.TypesInfo.Types[e]; tv.Value != nil || !technique.IsText(tv.Type) ||
		s.panics() || s.fails() || !s.sameText(e) {
		return b, false
	}
	b.text = technique.Text(s.pass, e)
	if v, ok := s.local(); ok {
		b.name = technique.LowerFirst(s.called()) + technique.UpperFirst(v.Name())
	}
	return b, true
}

func isParen(n ast.Node) bool {
	_, ok := n.(*ast.ParenExpr)
	return ok
}

// sameText reports whether an expression is the same text each time.
func (s *site) sameText(e ast.Expr) bool {
	if s.pass.TypesInfo.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return e.Op == token.ADD && s.sameText(e.X) && s.sameText(e.Y)
	case *ast.Ident:
		v, ok := s.pass.TypesInfo.Uses[e].(*types.Var)
		return ok && !v.Exported() && technique.Fixed(s.pass, v) &&
			technique.Initial(s.pass, v) != nil // one of the function has no meaning outside of it
	}
	return false
}

// fails reports whether the expression is what an error says: it is seldom made.
func (s *site) fails() bool {
	call, ok := s.cur.Parent().Node().(*ast.CallExpr)
	return ok && technique.IsError(s.pass.TypesInfo.TypeOf(call))
}
