package byvalue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// builds reports whether an assignment to a field is one for a struct that a local variable holds,
// and that nothing else knows yet: only its fields are used from its declaration on.
//
//	p := new(point); p.x = x; return p
func (s *small) builds(cur inspector.Cursor) bool {
	v, ok := technique.Variable(s.pass.TypesInfo, cur.Node())
	if !ok {
		return false
	}
	uses, local := technique.LocalUses(s.pass, v)
	decl, found := s.begins(v)
	if !local || !found {
		return false
	}
	stmt := cur
	for stmt.Parent() != decl.Parent() {
		if stmt.Node() == nil || stmt.Parent().Node() == nil {
			return false
		}
		stmt = stmt.Parent()
	}
	fn, _ := technique.EnclosingFunc(decl)
	if stmt.ParentEdgeKind() != decl.ParentEdgeKind() || technique.HasGoto(s.pass, fn.Node()) {
		return false
	}
	for _, use := range uses {
		if use.Node().Pos() < stmt.Node().End() && (!technique.InFunc(use, fn) || !s.ofField(use)) {
			return false
		}
	}
	return true
}

// ofField reports whether a pointer is used for a field, whose address is not taken.
func (s *small) ofField(use inspector.Cursor) bool {
	use = outer(use)
	n, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok || use.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	return s.pass.TypesInfo.Selections[n].Kind() == types.FieldVal &&
		written(s.pass.TypesInfo, use) != addressed
}

// begins returns the statement, in a list, by which a variable gets a new struct.
func (s *small) begins(v *types.Var) (inspector.Cursor, bool) {
	if stmt, ok := s.build[v]; ok {
		return stmt, stmt.Node() != nil
	}
	s.build[v] = s.root
	id, ok := s.declaration(v)
	if !ok {
		return s.root, false
	}
	for stmt := range id.Enclosing((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		declared, _, value := technique.Declared(s.pass.TypesInfo, stmt.Node())
		if declared != v || !s.makes(value) || !technique.InList(stmt) {
			break
		}
		s.build[v] = stmt
		return stmt, true
	}
	return s.root, false
}

// makes reports whether an expression makes a struct.
func (s *small) makes(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		_, lit := ast.Unparen(e.X).(*ast.CompositeLit)
		return e.Op == token.AND && lit
	case *ast.CallExpr:
		return technique.IsBuiltin(s.pass.TypesInfo, e, "new")
	}
	return false
}

// leaves reports whether a new struct leaves its function or becomes a part of something else, by
// itself or in a method value. A variable is followed once.
func (s *small) leaves(cur inspector.Cursor, follow bool) bool {
	cur = outer(cur)
	info := s.pass.TypesInfo
	i := cur.ParentEdgeIndex()
	switch n := cur.Parent().Node().(type) {
	case *ast.ReturnStmt, *ast.CompositeLit, *ast.KeyValueExpr, *ast.SendStmt:
		return true
	case *ast.CallExpr:
		return technique.IsBuiltin(info, n, "append")
	case *ast.SelectorExpr:
		sel := cur.Parent()
		return info.Selections[n].Kind() == types.MethodVal &&
			outer(sel).ParentEdgeKind() != edge.CallExpr_Fun && s.leaves(sel, follow)
	case *ast.AssignStmt:
		if len(n.Lhs) != len(n.Rhs) || cur.ParentEdgeKind() != edge.AssignStmt_Rhs {
			return false
		}
		id, ok := n.Lhs[i].(*ast.Ident)
		return !ok || follow && s.follow(info.ObjectOf(id))
	case *ast.ValueSpec:
		return len(n.Names) == len(n.Values) && follow && s.follow(info.Defs[n.Names[i]])
	}
	return false
}

// follow reports whether what a local variable holds leaves.
func (s *small) follow(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok {
		return false
	}
	uses, ok := technique.LocalUses(s.pass, v)
	for _, use := range uses {
		if ok && s.leaves(use, false) {
			return true
		}
	}
	return false
}

// returned reports whether an expression is what a statement returns.
func returned(cur inspector.Cursor) bool {
	return outer(cur).ParentEdgeKind() == edge.ReturnStmt_Results
}
