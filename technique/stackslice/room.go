package stackslice

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// room returns the slice with which the stack grows: all that is pushed is pushed by one loop over
// it, and takes no more memory than its elements do. A loop that goes back has taken off what it
// pushes again, mostly.
//
//	for i < len(list) { ...; top = &frame{x: i, below: top} }
func (s *stack) room(spec *ast.ValueSpec, elem types.Type) (name string, ok bool) {
	size, known := technique.SizeOf(s.pass, elem)
	if !known {
		return "", false
	}
	for i, push := range s.also {
		cur, _ := technique.Find(s.pass, push)
		list := s.looped(cur, spec)
		if list == nil || i > 0 && list.Name() != name {
			return "", false
		}
		t := list.Type().Underlying().(*types.Slice).Elem()
		if each, known := technique.SizeOf(s.pass, t); !known || each < size {
			return "", false
		}
		name = list.Name()
	}
	return name, name != "" && technique.Predeclared(s.pass, spec.Pos(), "make", "len")
}

// looped returns the variable with the slice of the innermost loop around a push, which is there
// where the stack is declared.
func (s *stack) looped(push inspector.Cursor, spec *ast.ValueSpec) *types.Var {
	for cur := range push.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		var over ast.Expr
		switch n := cur.Node().(type) {
		case *ast.RangeStmt:
			over = n.X
		case *ast.ForStmt:
			cond, ok := n.Cond.(*ast.BinaryExpr)
			if !ok || cond.Op != token.LSS {
				return nil
			}
			call, ok := cond.Y.(*ast.CallExpr)
			if !ok || !technique.IsBuiltin(s.pass.TypesInfo, call, "len") {
				return nil
			}
			over = call.Args[0]
		}
		v, ok := technique.Variable(s.pass.TypesInfo, over)
		if !ok || v.IsField() || cur.Node().Pos() < spec.Pos() || spec.Pos() < v.Pos() ||
			!technique.Visible(s.pass, v, spec.Pos()) {
			return nil
		}
		if _, slice := v.Type().Underlying().(*types.Slice); !slice {
			return nil
		}
		return v
	}
	return nil
}
