package stackbuf

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// apart reports whether what append returns, and does not go back to the slice, is used up before
// something else is done with the slice. Without room it has elements of its own, with room those
// of the slice, and of what else is appended there.
//
//	equal(append(v, 1), append(v, 2)), defer f(append(v, 1))
func (s *slice) apart() bool {
	for _, call := range s.beside {
		if s.passes(call) {
			continue // as goes for what is appended to it
		}
		around := used(call)
		switch around.Node().(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		}
		for _, use := range technique.UsesOf(s.pass, s.v) {
			given := use.ParentEdgeKind() == edge.AssignStmt_Lhs && use.Parent() == around
			if around.Contains(use) && !given && !s.base(use, call) && !s.reads(use) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(s.ranges, s.rewrites)
}

// used returns what is evaluated before anything else once a call is: the statement around it,
// or the expression that this decides by.
func used(call inspector.Cursor) inspector.Cursor {
	for cur := call; ; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.IfStmt_Cond, edge.SwitchStmt_Tag, edge.ForStmt_Cond:
			return cur
		}
		if _, ok := cur.Node().(ast.Stmt); ok {
			return cur
		}
	}
}

// base reports whether a use is the slice to which a call appends, or a part of it.
func (s *slice) base(use, call inspector.Cursor) bool {
	for cur := use; call.Contains(cur); cur = cur.Parent() {
		if cur == call {
			return true
		}
		switch cur.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.SliceExpr_X:
		case edge.CallExpr_Args:
			if !s.passes(cur) {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// passes reports whether an argument is what a call appends to.
func (s *slice) passes(arg inspector.Cursor) bool {
	call, ok := arg.Parent().Node().(*ast.CallExpr)
	return ok && slices.Contains(s.adds, arg.Parent()) && (arg.ParentEdgeIndex() == 0 ||
		!technique.IsBuiltin(s.pass.TypesInfo, call, "append"))
}

// reads reports whether a use takes the length of the slice, one of its elements, or all of them
// for append.
func (s *slice) reads(use inspector.Cursor) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == use.Node() && !technique.WrittenTo(s.pass.TypesInfo, use.Parent())
	case *ast.CallExpr:
		return technique.IsBuiltin(s.pass.TypesInfo, n, "len") ||
			technique.IsBuiltin(s.pass.TypesInfo, n, "append") && use.ParentEdgeIndex() > 0
	}
	return false
}

// rewrites reports whether a loop over the slice appends to it and writes to its elements, which
// the loop sees if there is room.
func (s *slice) rewrites(loop inspector.Cursor) bool {
	appends, writes := false, false
	for _, use := range technique.UsesOf(s.pass, s.v) {
		if !loop.Contains(use) || use.Node().Pos() < loop.Node().(*ast.RangeStmt).Body.Pos() {
			continue
		}
		appends = appends || use.ParentEdgeKind() == edge.AssignStmt_Lhs
		writes = writes || !s.reads(use) && use.ParentEdgeKind() != edge.AssignStmt_Lhs &&
			!s.grown(use)
	}
	return appends && writes
}

// grown reports whether a use is what an append to the slice begins with.
func (s *slice) grown(use inspector.Cursor) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	return ok && use.ParentEdgeIndex() == 0 &&
		technique.IsBuiltin(s.pass.TypesInfo, call, "append")
}
