package blocks

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
)

// variable reports whether an expression is a variable that is declared in front of the statement,
// in the same list, and is used by its fields, its methods and its address alone: then it can be
// a pointer. What is declared is kept, unless the loop is left: a block of many of which few are
// kept would be kept as a whole.
//
//	have: c := *t; c.n++; out = append(out, &c)
//	want: c := inBlock(&ts, *t); c.n++; out = append(out, c)
func (m *made) variable(e ast.Expr) bool {
	v, ok := technique.Variable(m.pass.TypesInfo, e)
	if !ok {
		return false
	}
	for at, ok := m.cur.PrevSibling(); ok; at, ok = at.PrevSibling() {
		if declares(m.pass.TypesInfo, at.Node(), v) {
			m.decl = at
			break
		}
		if m.skips(at.Node()) {
			return false
		}
	}
	uses, local := technique.LocalUses(m.pass, v)
	if !m.decl.Valid() || !local {
		return false
	}
	if _, isVar := m.decl.Node().(*ast.DeclStmt); isVar && technique.Commented(m.pass,
		m.decl.Node()) {
		return false
	}
	for _, use := range uses {
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X:
		case edge.UnaryExpr_X:
			if use.Parent().Node().(*ast.UnaryExpr).Op != token.AND {
				return false
			}
		default:
			return false // the struct itself
		}
	}
	return true
}

// declares matches x := v, and var x T, of one variable.
func declares(info *types.Info, stmt ast.Node, v *types.Var) bool {
	switch n := stmt.(type) {
	case *ast.AssignStmt:
		is, _, value := technique.Declared(info, n)
		return is == v && value != nil && n.Tok == token.DEFINE
	case *ast.DeclStmt:
		decl := n.Decl.(*ast.GenDecl)
		spec, ok := decl.Specs[0].(*ast.ValueSpec)
		return ok && !decl.Lparen.IsValid() && len(spec.Names) == 1 && len(spec.Values) == 0 &&
			info.Defs[spec.Names[0]] == v
	}
	return false
}

// skips reports whether a statement may go on with the next iteration: with that of a loop, behind
// a switch statement, or with the next call of a function literal.
func (m *made) skips(stmt ast.Node) bool {
	_, called := m.fn.Node().(*ast.FuncLit)
	inSwitch := false
	for around := range m.cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		inSwitch = isClause(around.Node())
		break
	}
	for n := range ast.Preorder(stmt) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			if n.Tok != token.BREAK || inSwitch {
				return true
			}
		case *ast.ReturnStmt:
			if called {
				return true
			}
		}
	}
	return false
}

// at returns what makes the struct.
func (m *made) at() ast.Node {
	if !m.decl.Valid() {
		return m.value
	}
	return m.decl.Node()
}

// declared returns the edits that make the variable a pointer to an element of the block.
func (m *made) declared(call, typ string) (edits []analysis.TextEdit) {
	v, _ := technique.Variable(m.pass.TypesInfo, m.value.(*ast.UnaryExpr).X)
	if as, ok := m.decl.Node().(*ast.AssignStmt); ok {
		edits = append(edits, technique.Insert(as.Rhs[0].Pos(), call),
			technique.Insert(as.Rhs[0].End(), ")"))
	} else {
		edits = append(edits, technique.Replace(m.decl.Node(), v.Name()+" := "+call+typ+"{})"))
	}
	uses, _ := technique.LocalUses(m.pass, v)
	for _, use := range uses {
		if use.ParentEdgeKind() == edge.UnaryExpr_X {
			edits = append(edits, technique.Replace(use.Parent().Node(), v.Name()))
		}
	}
	return edits
}
