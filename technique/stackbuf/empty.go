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
	if s.elem, ok = elementSize(pass, t.Elem()); !ok || s.elem > 16 && len(first) == 0 {
		return
	}
	if s.fn, ok = technique.EnclosingFunc(cur); !ok || !s.staysOnStack() ||
		len(first) == 0 && !s.nilUnseen() || 2*int64(len(first)) > s.room() ||
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

// nilUnseen reports whether no use tells whether the slice is nil: it is appended to,
// counted, indexed, ranged over, converted to text, and given to functions that only look
// at its elements.
func (s *slice) nilUnseen() bool {
	for _, use := range technique.UsesOf(s.pass, s.v) {
		if !s.unseenBy(use) {
			return false
		}
	}
	return true
}

func (s *slice) unseenBy(use inspector.Cursor) bool {
	parent := use.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		return n.X == use.Node()
	case *ast.RangeStmt:
		return n.X == use.Node()
	case *ast.AssignStmt:
		return s.gets(n)
	case *ast.SliceExpr:
		return n.X == use.Node() && s.unseenBy(parent)
	case *ast.CallExpr:
		if s.pass.TypesInfo.Types[n.Fun].IsType() {
			return true // a text: local has seen to it
		}
		switch fn := technique.Callee(s.pass.TypesInfo, n).(type) {
		case *types.Builtin:
			return fn.Name() == "len" || fn.Name() == "append" || fn.Name() == "copy"
		case *types.Func:
			return looksAtElements(fn)
		}
	}
	return false
}

// gets reports whether a statement gives the slice a part of what it has, or more.
func (s *slice) gets(n *ast.AssignStmt) bool {
	if n.Tok != token.ASSIGN || len(n.Lhs) != 1 {
		return false
	}
	switch e := ast.Unparen(n.Rhs[0]).(type) {
	case *ast.CallExpr:
		return technique.IsBuiltin(s.pass.TypesInfo, e, "append") && s.isV(e.Args[0])
	case *ast.SliceExpr:
		return s.isV(e.X) && e.Max == nil
	}
	return false
}

func (s *slice) isV(e ast.Expr) bool {
	if part, ok := ast.Unparen(e).(*ast.SliceExpr); ok && part.Max == nil {
		e = part.X
	}
	return technique.Names(s.pass.TypesInfo, ast.Unparen(e), s.v)
}

// looksAtElements reports whether a function of the standard library treats nil as empty,
// and returns no slice.
func looksAtElements(fn *types.Func) bool {
	return effects.NilIsEmpty(fn) && !effects.ReturnsSlice(fn)
}
