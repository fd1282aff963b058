package inplace

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// source is what a loop goes over, and nothing needs behind it: memory of its own.
type source struct {
	pass *analysis.Pass
	file *ast.File
	fn   inspector.Cursor
	loop inspector.Cursor // or another statement that copies it
	v    *types.Var       // that holds it, or nil; a parameter where callers gave it away
	call ast.Expr         // or what makes it
	part bool             // the loop goes over a part of it
	full bool             // it is never nil
}

// over matches a loop over a variable, a part of one up to its end, or over a call.
func over(pass *analysis.Pass, cur inspector.Cursor) (s source, ok bool) {
	n := cur.Node().(*ast.RangeStmt)
	s = source{pass: pass, file: technique.FileOf(pass, n.Pos()), loop: cur}
	s.fn, ok = technique.EnclosingFunc(cur)
	t := pass.TypesInfo.TypeOf(n.X)
	if !ok || s.file == nil || n.Tok != token.DEFINE || !technique.InList(cur) ||
		!technique.IsSlice(t) && !technique.IsMap(t) || technique.HasGoto(pass, s.fn.Node()) {
		return s, false
	}
	x := ast.Unparen(n.X)
	if part, ok := x.(*ast.SliceExpr); ok && part.High == nil && part.Max == nil {
		x, s.part = ast.Unparen(part.X), true
	}
	if v, ok := technique.Variable(pass.TypesInfo, x); ok {
		s.v = v
		return s, s.beside() || s.isGiven()
	}
	if call, ok := x.(*ast.CallExpr); !ok || technique.IsBuiltin(pass.TypesInfo, call, "make") {
		return s, false
	}
	s.call = x
	fresh, full := effects.Fresh(pass, x, 0)
	s.full = full
	return s, fresh && !s.part
}

// beside reports whether the variable is declared in the list that the loop stands in.
func (s *source) beside() bool {
	for prev, ok := s.loop.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		switch n := prev.Node().(type) {
		case *ast.AssignStmt, *ast.DeclStmt:
			if n.Pos() <= s.v.Pos() && s.v.Pos() < n.End() {
				return true
			}
		}
	}
	return false
}

// on returns what the loop goes over, or a part of it.
func (s *source) on() ast.Expr { return s.loop.Node().(*ast.RangeStmt).X }
