package queueroom

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// queue is a field or variable from whose front values are taken, or that grows by steps.
type queue struct {
	pass   *analysis.Pass
	v      *types.Var
	takes  []take
	steps  []step
	grows  []ast.Node // the appends to it
	walker *effects.Walker
}

// alone reports whether nothing but the queue has its memory, wherever the package names it, and
// records what makes it grow.
func (q *queue) alone() bool {
	q.walker = effects.NewWalker(q.pass, effects.Rules{Node: q.leaves, Builtin: anyBuiltin,
		Library: library})
	if !q.declared() {
		return false
	}
	for _, use := range technique.UsesOf(q.pass, q.v) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		kv, inLiteral := use.Parent().Node().(*ast.KeyValueExpr)
		if inLiteral && kv.Key == use.Node() {
			if !q.fresh(kv.Value) {
				return false
			}
		} else if !q.use(use) {
			return false
		}
	}
	return true
}

// use allows what reads and writes elements. It is asked about the queue, and about parts of it.
func (q *queue) use(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return q.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && q.walker.Allowed(n.Index) && q.element(parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && n.Max == nil && q.within(parent) && q.use(parent)
	case *ast.RangeStmt:
		id, _ := n.Value.(*ast.Ident)
		return n.X == cur.Node() && (n.Value == nil || id != nil && id.Name == "_" ||
			q.walker.Allowed(n.Body))
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.AssignStmt:
		return q.assigned(cur, n)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && !technique.RunsLater(parent) &&
			q.argument(parent, n, cur.ParentEdgeIndex())
	}
	return false
}

// within reports whether a part of the queue ends within its length: how much room is behind
// that, nothing may see.
//
//	q[i:]        q[:0]        q[:len(q)-1]        append(q[:i], q[i+1:]...)
func (q *queue) within(part inspector.Cursor) bool {
	n, info := part.Node().(*ast.SliceExpr), q.pass.TypesInfo
	if n.High == nil || technique.IsInt(info, n.High, 0) || technique.CutsEnd(info, n) {
		return true
	}
	call, ok := part.Parent().Node().(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || !technique.IsBuiltin(info, call, "append") {
		return false
	}
	rest, ok := call.Args[1].(*ast.SliceExpr)
	if !ok || rest.High != nil || !technique.SameExpr(info, rest.X, n.X) {
		return false
	}
	sum, ok := rest.Low.(*ast.BinaryExpr)
	return ok && sum.Op == token.ADD && technique.SameExpr(info, sum.X, n.High) &&
		technique.IsInt(info, sum.Y, 1)
}

// element reports whether an element, or a part of it, is not pointed to; and where it is
// written to, that the same statement calls nothing that changes the queue.
func (q *queue) element(cur inspector.Cursor) bool {
	info := q.pass.TypesInfo
	if technique.WrittenTo(info, cur) && !technique.PointedTo(info, cur) {
		for stmt := range cur.Enclosing((*ast.AssignStmt)(nil)) {
			return q.walker.Allowed(stmt.Node())
		}
	}
	for parent := cur.Parent(); ; cur, parent = parent, parent.Parent() {
		switch n := parent.Node().(type) {
		case *ast.SelectorExpr:
			t := info.TypeOf(n.X).Underlying()
			if _, pointer := t.(*types.Pointer); pointer || types.IsInterface(t) {
				return true // elsewhere
			}
			if info.Selections[n].Kind() != types.FieldVal {
				return !technique.ByMethod(info, cur)
			}
		case *ast.IndexExpr:
			if !isArray(info, cur) {
				return true
			}
		case *ast.SliceExpr:
			return !isArray(info, cur)
		case *ast.UnaryExpr:
			return n.Op != token.AND
		case *ast.ParenExpr:
		default:
			return true
		}
	}
}

func isArray(info *types.Info, cur inspector.Cursor) bool {
	_, array := info.TypeOf(cur.Node().(ast.Expr)).Underlying().(*types.Array)
	return array
}

// argument allows calls that keep nothing and leave the queue as it is, but for its elements.
func (q *queue) argument(cur inspector.Cursor, call *ast.CallExpr, index int) bool {
	info := q.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call))
	}
	if !q.calm(call.Args) {
		return false
	}
	if index == 0 && resized(info, call) {
		if !technique.IsFunc(info, call, "slices", "Delete") {
			q.grows = append(q.grows, call)
		}
		return goesBack(info, cur) && q.use(cur)
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "clear", "copy":
			return true
		case "append":
			return call.Ellipsis.IsValid()
		}
	case *types.Func:
		return effects.RetainsNothing(fn, index) && !effects.ReturnsSlice(fn) && library(call, fn)
	}
	return false
}

// goesBack reports whether what a call returns is assigned, gets more elements, or is copied to
// another slice: what else is done with it would be done to the queue, where that has room.
func goesBack(info *types.Info, call inspector.Cursor) bool {
	for call.ParentEdgeKind() == edge.ParenExpr_X || call.ParentEdgeKind() == edge.SliceExpr_X {
		call = call.Parent()
	}
	switch n := call.Parent().Node().(type) {
	case *ast.AssignStmt:
		return true
	case *ast.CallExpr:
		return resized(info, n)
	}
	return false
}
