package stackbuf

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// staysOnStack reports whether, as far as can be known without the compiler,
// the function uses the slice only in ways that let the compiler keep it on the
// stack, and that do not reveal its capacity. It records the appends that may
// outgrow it.
func (s *slice) staysOnStack() bool {
	for id := range s.fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != s.v {
			continue
		}
		if !technique.InFunc(id, s.fn) {
			return false // it is in a closure, which may be kept
		}
		if !s.local(id) {
			return false
		}
	}
	return true
}

// local judges one use of the slice, or of a part of it.
func (s *slice) local(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return s.local(parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && s.local(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(s.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.AssignStmt:
		return s.assigned(cur, n)
	case *ast.CallExpr:
		return s.argument(parent, n, cur.Node())
	}
	return false
}

// assigned judges an assignment: to v itself, or of v to v.
func (s *slice) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return n.Tok == token.ASSIGN
	}
	return s.toItself(n)
}

// toItself reports whether a statement gives one value, to v.
func (s *slice) toItself(n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	return ok && len(as.Lhs) == 1 && len(as.Rhs) == 1 &&
		technique.Names(s.pass.TypesInfo, as.Lhs[0], s.v)
}

// argument judges a use in a call: one that cannot return the slice, or gives
// it back to v.
func (s *slice) argument(parent inspector.Cursor, call *ast.CallExpr, use ast.Node) bool {
	info := s.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return !isSlice(info.TypeOf(call)) // string(v)
	}
	kept := isSlice(info.TypeOf(call)) && call.Args[0] == use
	switch callee := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch callee.Name() {
		case "cap":
			return false
		case "append":
			if call.Args[0] != use {
				return call.Ellipsis.IsValid() // its elements are copied
			}
			if inLoop(parent, s.cur) {
				s.grows = append(s.grows, call)
			}
			return s.toItself(parent.Parent().Node()) || s.local(parent)
		}
		return true
	case *types.Func:
		if recv := callee.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			return false // what is behind it may keep the slice
		}
		if kept {
			return s.toItself(parent.Parent().Node())
		}
		return !effects.ReturnsSlice(callee)
	}
	return false
}

// inLoop reports whether cur is in a loop that begins after a declaration.
func inLoop(cur, decl inspector.Cursor) bool {
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return !loop.Contains(decl)
	}
	return false
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
