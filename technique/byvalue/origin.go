package byvalue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// origin reports whether the struct is a value wherever an expression has its pointer from, and
// makes it one where it is made.
//
//	have: &point{x, y}, new(point), &p
//	want: point{x, y}, point{}, p
func (s *small) origin(cur inspector.Cursor, n ast.Expr) bool {
	info := s.pass.TypesInfo
	switch n := n.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		return true
	case *ast.CompositeLit: // in a literal of pointers
		s.made = append(s.made, made{cur, n})
		return true
	case *ast.UnaryExpr:
		return n.Op == token.AND && s.address(cur, n)
	case *ast.CallExpr:
		if technique.IsBuiltin(info, n, "new") {
			return s.new(cur, n)
		}
		return !info.Types[n.Fun].IsType()
	}
	return false
}

// new makes a value of new(T) and of new(x).
func (s *small) new(cur inspector.Cursor, n *ast.CallExpr) bool {
	if technique.Commented(s.pass, n) {
		return false
	}
	s.made = append(s.made, made{cur, n})
	text := technique.Text(s.pass, n.Args[0])
	if s.pass.TypesInfo.Types[n.Args[0]].IsType() {
		if text += "{}"; inHead(cur) {
			text = "(" + text + ")"
		}
		s.edits = append(s.edits, technique.Replace(n, text))
		return true
	}
	s.edits = append(s.edits, analysis.TextEdit{Pos: n.Pos(), End: n.Lparen})
	return true
}

// inHead reports whether a literal needs parentheses, because a block follows.
func inHead(cur inspector.Cursor) bool {
	for around := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil),
		(*ast.CommClause)(nil), (*ast.IfStmt)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.SwitchStmt)(nil), (*ast.GenDecl)(nil)) {
		switch around.Node().(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt:
			return true
		}
		return false
	}
	return false
}

// address makes a value of the address of a literal, or of a variable that is not needed any more.
func (s *small) address(cur inspector.Cursor, n *ast.UnaryExpr) bool {
	s.edits = append(s.edits, analysis.TextEdit{Pos: n.Pos(), End: n.X.Pos()})
	x := ast.Unparen(n.X)
	if _, ok := x.(*ast.CompositeLit); ok {
		s.made = append(s.made, made{cur, n})
		return true
	}
	v, ok := technique.Variable(s.pass.TypesInfo, x)
	if !ok || v.Kind() == types.ResultVar {
		return false
	}
	fn, ok := technique.EnclosingFunc(cur)
	decl, found := s.declaration(v)
	if !ok || !found || !technique.InFunc(decl, fn) {
		return false
	}
	uses, ok := technique.LocalUses(s.pass, v)
	for _, use := range uses {
		_, whole := outer(use).Parent().Node().(*ast.UnaryExpr)
		if !technique.InFunc(use, fn) || !whole && written(s.pass.TypesInfo, use) == addressed {
			return false // a function literal, or a pointer to a field, may change it later
		}
	}
	s.made = append(s.made, made{cur, decl.Node()})
	return ok && (leaving(cur, fn) || s.last(cur, decl, fn, uses))
}

// leaving reports whether a place is in a statement that ends its function.
func leaving(cur, fn inspector.Cursor) bool {
	for stmt := range cur.Enclosing((*ast.ReturnStmt)(nil)) {
		return technique.InFunc(stmt, fn)
	}
	return false
}

// last reports whether the address of a variable is the last that the function does with it, and
// the variable another one when the function comes there again.
func (s *small) last(cur, decl, fn inspector.Cursor, uses []inspector.Cursor) bool {
	if technique.Repeated(cur, decl.Node().Pos()) || technique.HasGoto(s.pass, fn.Node()) ||
		!s.anew(decl) {
		return false
	}
	stmt := cur
	for {
		if _, ok := stmt.Node().(ast.Stmt); ok {
			break
		}
		stmt = stmt.Parent()
	}
	operand := cur.Node()
	for _, use := range uses {
		at := use.Node()
		if at.Pos() >= stmt.Node().Pos() &&
			(at.Pos() < operand.Pos() || operand.End() <= at.Pos()) {
			return false
		}
	}
	return true
}

// declaration returns where the name of a local variable is declared.
func (s *small) declaration(v *types.Var) (inspector.Cursor, bool) {
	if v.Pkg() != s.pass.Pkg || v.IsField() || v.Parent() == s.pass.Pkg.Scope() {
		return s.root, false
	}
	cur, ok := s.root.FindByPos(v.Pos(), v.Pos()+token.Pos(len(v.Name())))
	if !ok {
		return s.root, false
	}
	id, ok := cur.Node().(*ast.Ident)
	return cur, ok && s.pass.TypesInfo.Defs[id] == types.Object(v)
}

// anew reports whether each iteration of a loop whose head declares a variable has its own.
func (s *small) anew(decl inspector.Cursor) bool {
	switch decl.ParentEdgeKind() {
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		file := technique.FileOf(s.pass, decl.Node().Pos())
		return file != nil && technique.Since(s.pass, file, "go1.22")
	}
	return decl.Parent().ParentEdgeKind() != edge.ForStmt_Init
}

// steady reports whether nothing changes a local variable after its declaration.
func (s *small) steady(v *types.Var) bool {
	decl, ok := s.declaration(v)
	uses, local := technique.LocalUses(s.pass, v)
	if !ok || !local || v.Kind() == types.ResultVar || !s.anew(decl) {
		return false
	}
	for _, use := range uses {
		if written(s.pass.TypesInfo, use) != not {
			return false
		}
	}
	return true
}
