package stackslice

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// walk rewrites a loop from the top down, in which the stack stays as it is.
//
//	have: for f := top; f != nil; f = f.below { use(f.x) }
//	want: for i := len(top) - 1; i >= 0; i-- { use(top[i].x) }
func (s *stack) walk(init inspector.Cursor) bool {
	info := s.pass.TypesInfo
	loop, ok := init.Parent().Node().(*ast.ForStmt)
	if !ok || init.ParentEdgeKind() != edge.ForStmt_Init {
		return false
	}
	f, next, ok := technique.GoesOn(info, loop)
	sel, isField := next.(*ast.SelectorExpr)
	if !ok || !isField || !technique.Names(info, sel.X, f) ||
		info.Uses[sel.Sel] != types.Object(s.link) {
		return false
	}
	for _, use := range technique.UsesOf(s.pass, s.v) {
		in := loop.Body.Pos() <= use.Node().Pos() && use.Node().Pos() < loop.Body.End()
		if in && use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return false
		}
	}
	i := technique.FreeName(loop, "i", "j", "k", "at")
	if i == "" {
		return false
	}
	for _, use := range technique.UsesOf(s.pass, f) {
		if use.Node().Pos() < loop.Body.Pos() {
			continue // in the head
		}
		if !s.below(use, f, i) {
			return false
		}
	}
	head := technique.Replace(loop.Init, i+" := len("+s.name+") - 1; "+i+" >= 0; "+i+"--")
	head.End = loop.Post.End()
	s.edits = append(s.edits, head)
	s.takes = true
	return true
}

// below rewrites a use of the variable of a loop, which is for a field.
func (s *stack) below(use inspector.Cursor, f *types.Var, i string) bool {
	info := s.pass.TypesInfo
	if use.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	at := use.Parent()
	n := at.Node().(*ast.SelectorExpr)
	sel := info.Selections[n]
	if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 ||
		sel.Obj() == types.Object(s.link) || technique.PointedTo(info, at) ||
		technique.InLiteral(use, f) {
		return false
	}
	s.edit(n, s.fieldAt(i, n))
	return true
}
