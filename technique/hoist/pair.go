package hoist

import (
	"go/ast"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// match matches regexp.MatchString and its like, which compile their
// expression each time. The error, which is about that alone, becomes nil.
//
//	have: ok, err := regexp.MatchString("^a+$", s)
//	want: ok, err := checkRegexp.MatchString(s), error(nil)
func (s *site) match(b building, call *ast.CallExpr, method string) (building, bool) {
	b, ok := s.compiled(b, call)
	if !ok {
		return b, false
	}
	b.use = "." + method + "(" + technique.Text(s.pass, call.Args[1]) + ")"
	return b, s.pair() != nil
}

// compile matches regexp.Compile with an expression that compiles.
//
//	have: re, err := regexp.Compile("^a+$")
//	want: re, err := checkRegexp, error(nil)
//
// See without for what is left of it where the error is asked for at once.
func (s *site) compile(b building, call *ast.CallExpr) (building, bool) {
	b, ok := s.compiled(b, call)
	if !ok {
		return b, false
	}
	as, ok := s.pair().(*ast.AssignStmt)
	if !ok {
		return b, false
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	if !ok {
		return b, false
	}
	v, ok := s.pass.TypesInfo.Defs[id].(*types.Var)
	return b, ok && s.allUses(v, changesNothing, true)
}

// compiled returns what builds the expression that a call compiles, when it is
// a constant and compiles.
func (s *site) compiled(b building, call *ast.CallExpr) (building, bool) {
	text, ok := technique.ConstantText(s.pass.TypesInfo, call.Args[0])
	if !ok || !technique.Predeclared(s.pass, call.Pos(), "error", "nil") {
		return b, false
	}
	if _, err := regexp.Compile(text); err != nil {
		return b, false // the error is the point
	}
	pkg, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return b, false
	}
	b.what, b.suffix, b.paired = "the regular expression", "Regexp", true
	b.text = technique.Text(s.pass, pkg.X) + ".MustCompile(" +
		technique.Text(s.pass, call.Args[0]) + ")"
	return b, true
}

// pair returns the statement that takes the two results of the call: an
// assignment, or a return.
func (s *site) pair() ast.Stmt {
	switch n := s.cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
			return n
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 1 {
			return n
		}
	}
	return nil
}

// paired returns the edits that put a value and a nil error in the place of the
// call. An error that the caller ignored goes away, and so does one that is only asked for at once.
// name is that of the expression.
func (s *site) paired(value, name string) []analysis.TextEdit {
	switch n := s.pair().(type) {
	case *ast.ReturnStmt:
		return []analysis.TextEdit{technique.Replace(s.expr, value+", nil")}
	case *ast.AssignStmt:
		id, ok := n.Lhs[1].(*ast.Ident)
		first, named := n.Lhs[0].(*ast.Ident)
		if ok && id.Name == "_" && !(named && first.Name == "_") {
			return []analysis.TextEdit{
				{Pos: n.Lhs[0].End(), End: id.End()}, technique.Replace(s.expr, value)}
		}
		if edits, ok := s.without(n, value, name); ok {
			return edits
		}
	}
	return []analysis.TextEdit{technique.Replace(s.expr, value+", error(nil)")}
}
