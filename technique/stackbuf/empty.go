package stackbuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// startsEmpty matches the declaration of a slice without room, or with that of its first
// elements, which appends in loops fill.
//
//	var v []T, v := []T{}, v := []T{x}
func startsEmpty(pass *analysis.Pass, cur inspector.Cursor) {
	s := &slice{pass: pass, cur: cur, file: technique.FileOf(pass, cur.Node().Pos())}
	name, typ, first := s.empties()
	if name == nil || s.file == nil {
		return
	}
	v, ok := pass.TypesInfo.Defs[name].(*types.Var)
	if !ok || v.Parent() == pass.Pkg.Scope() {
		return
	}
	s.v = v
	t, ok := v.Type().Underlying().(*types.Slice)
	if !ok {
		return
	}
	if n, isAssign := cur.Node().(*ast.AssignStmt); isAssign && n.Tok == token.ASSIGN {
		return // it may have got elements before
	}
	if s.elem, ok = elementSize(pass, t.Elem()); !ok {
		return
	}
	if s.fn, ok = technique.EnclosingFunc(cur); !ok || !s.staysOnStack() ||
		len(first) == 0 && !effects.NilUnseen(pass, v) || 2*int64(len(first)) > s.room() ||
		len(s.grows) == 0 || !effects.CapacityUnseen(pass, v) ||
		!technique.Predeclared(pass, cur.Node().Pos(), "make", "append") {
		return
	}
	text := fmt.Sprintf("make(%s, 0, %d)", technique.Text(pass, typ), s.room())
	if len(first) > 0 {
		text = "append(" + text + ", " + strings.Join(first, ", ") + ")"
	}
	technique.Report(pass, technique.Proposal{At: s.grows[0], Also: s.grows[1:], Safe: true,
		Message: "begin " + v.Name() + " with room on the stack",
		Edits:   []analysis.TextEdit{s.begun(name, text)}})
}

// empties returns the variable that is declared, the expression that tells its type, and the
// elements that it begins with.
func (s *slice) empties() (*ast.Ident, ast.Expr, []string) {
	switch n := s.cur.Node().(type) {
	case *ast.ValueSpec:
		if len(n.Names) == 1 && len(n.Values) == 0 {
			return n.Names[0], n.Type, nil
		}
	case *ast.AssignStmt:
		v, name, value := technique.Declared(s.pass.TypesInfo, n)
		lit, ok := value.(*ast.CompositeLit)
		if v == nil || !ok {
			break
		}
		if first, ok := technique.Elements(s.pass, lit); ok &&
			(len(first) == 0 || !technique.Commented(s.pass, lit)) {
			return name, lit.Type, first
		}
	}
	return nil, nil, nil
}

// begun returns the edit that gives the variable its room.
func (s *slice) begun(name *ast.Ident, text string) analysis.TextEdit {
	switch n := s.cur.Node().(type) {
	case *ast.ValueSpec:
		if decl, ok := s.cur.Parent().Node().(*ast.GenDecl); ok && !decl.Lparen.IsValid() {
			return technique.Replace(decl, name.Name+" := "+text)
		}
		return technique.Replace(n, name.Name+" = "+text)
	case *ast.AssignStmt:
		return technique.Replace(n.Rhs[0], text)
	}
	return analysis.TextEdit{}
}
