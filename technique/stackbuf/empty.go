package stackbuf

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// startsEmpty matches the declaration of a slice without room, or with that of its first
// elements, which appends in loops fill, or calls of functions that append to it.
//
//	var v []T, v := []T{}, v := []T(nil), v := make([]T, 0), v := []T{x}
func startsEmpty(pass *analysis.Pass, cur inspector.Cursor) {
	if several(pass, cur) {
		return
	}
	s := &slice{pass: pass, cur: cur, file: technique.FileOf(pass, cur.Node().Pos())}
	name, typ, first, isNil := s.empties()
	if name == nil {
		return
	}
	if grows, text, ok := s.begins(name, typ, first, isNil); ok {
		technique.Report(pass, technique.Proposal{At: grows[0], Also: grows[1:], Safe: true,
			Message: "begin " + name.Name + " with room on the stack",
			Edits:   []analysis.TextEdit{s.begun(name, text)}})
	}
}

// begins returns what makes a slice grow that begins so, and what it should begin with.
func (s *slice) begins(name *ast.Ident, typ ast.Expr, first []string, isNil bool) (
	grows []ast.Node, text string, ok bool) {
	s.v, ok = s.pass.TypesInfo.Defs[name].(*types.Var)
	if !ok || s.file == nil || s.v.Parent() == s.pass.Pkg.Scope() {
		return nil, "", false
	}
	t, ok := s.v.Type().Underlying().(*types.Slice)
	if !ok {
		return nil, "", false
	}
	if n, isAssign := s.cur.Node().(*ast.AssignStmt); isAssign && n.Tok == token.ASSIGN {
		return nil, "", false // it may have got elements before
	}
	if s.elem, ok = elementSize(s.pass, t.Elem()); !ok {
		return nil, "", false
	}
	if s.fn, ok = technique.EnclosingFunc(s.cur); !ok || !s.staysOnStack() {
		return nil, "", false
	}
	grows = s.outgrows()
	if len(grows) == 0 || isNil && !effects.NilUnseen(s.pass, s.v) ||
		2*int64(len(first)) > s.room() || !effects.CapacityUnseen(s.pass, s.v) ||
		!technique.Predeclared(s.pass, s.cur.Node().Pos(), "make", "append") {
		return nil, "", false
	}
	text = fmt.Sprintf("make(%s, 0, %d)", technique.Text(s.pass, typ), s.room())
	if len(first) > 0 {
		text = "append(" + text + ", " + strings.Join(first, ", ") + ")"
	}
	return grows, text, true
}

// outgrows returns what makes a slice grow that begins without room: appends in loops, several
// of texts, and calls of functions that append.
func (s *slice) outgrows() []ast.Node {
	grows, texts := slices.Clone(s.grows), 0
	for _, n := range s.once {
		if n.(*ast.CallExpr).Ellipsis.IsValid() {
			texts++
		}
	}
	if texts > 1 {
		grows = append(grows, s.once...)
	}
	grows = append(grows, s.calls...)
	slices.SortFunc(grows, func(a, b ast.Node) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return append(grows, s.within...)
}

// empties returns the variable that is declared, the expression that tells its type, the
// elements that it begins with, and whether it begins as nil.
func (s *slice) empties() (name *ast.Ident, typ ast.Expr, first []string, isNil bool) {
	switch n := s.cur.Node().(type) {
	case *ast.ValueSpec:
		if len(n.Names) == 1 && len(n.Values) == 0 {
			return n.Names[0], n.Type, nil, true
		}
	case *ast.AssignStmt:
		v, name, value := technique.Declared(s.pass.TypesInfo, n)
		if v == nil || technique.Commented(s.pass, value) {
			break
		}
		switch value := value.(type) {
		case *ast.CompositeLit:
			if first, ok := technique.Elements(s.pass, value); ok {
				return name, value.Type, first, false
			}
		case *ast.CallExpr:
			if length, ok := technique.MadeLength(s.pass.TypesInfo, value); ok && length == 0 &&
				len(value.Args) == 2 {
				return name, value.Args[0], nil, false
			}
			if s.pass.TypesInfo.Types[value.Fun].IsType() &&
				s.pass.TypesInfo.Types[value.Args[0]].IsNil() {
				return name, ast.Unparen(value.Fun), nil, true
			}
		}
	}
	return nil, nil, nil, false
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
