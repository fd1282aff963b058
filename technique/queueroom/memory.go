package queueroom

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// declared reports whether the package sees all that is done with the queue, and that it begins
// with memory of its own.
func (q *queue) declared() bool {
	if q.v.IsField() {
		owner := technique.OwnerOf(q.pass, q.v)
		return owner != nil && !q.v.Exported() && !q.v.Embedded() &&
			!technique.MentionedBeside(q.pass, q.v.Name()) &&
			technique.NeverCopied(q.pass, owner) && technique.NamesFields(q.pass, owner)
	}
	if q.v.Parent() == q.pass.Pkg.Scope() &&
		(q.v.Exported() || technique.MentionedBeside(q.pass, q.v.Name())) {
		return false
	}
	def, ok := technique.Definition(q.pass, q.v)
	if !ok {
		return false
	}
	if spec, ok := def.Parent().Node().(*ast.ValueSpec); ok && len(spec.Values) == 0 {
		return true
	}
	value := technique.Initial(q.pass, q.v)
	return value != nil && q.fresh(value)
}

// fresh reports whether an expression is nil, or makes memory that nothing else has.
func (q *queue) fresh(e ast.Expr) bool {
	info := q.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			return info.Types[e.Args[0]].IsNil() || technique.IsText(info.TypeOf(e.Args[0]))
		}
		return technique.IsBuiltin(info, e, "make") ||
			technique.IsBuiltin(info, e, "append") && q.fresh(e.Args[0])
	}
	return info.Types[e].IsNil()
}

// assigned allows what gives the queue memory of its own, and what it had itself.
//
//	q = append(q, x)        q = q[1:]        x, q = q[0], q[1:]
func (q *queue) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if len(n.Lhs) != len(n.Rhs) || n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		return false
	}
	i := cur.ParentEdgeIndex()
	return q.inStep(n) || q.itself(n.Lhs[i], n.Rhs[i]) ||
		cur.ParentEdgeKind() == edge.AssignStmt_Lhs && q.fresh(n.Rhs[i])
}

// itself reports whether a value is that of the queue, a part of it, or that with more behind.
func (q *queue) itself(on, e ast.Expr) bool {
	info := q.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return technique.SameExpr(info, on, e) && technique.VariableOrField(info, e) == q.v
	case *ast.SliceExpr:
		return q.itself(on, e.X)
	case *ast.CallExpr:
		return resized(info, e) && q.itself(on, e.Args[0])
	}
	return false
}

// resized reports whether a call returns its first argument with more elements or fewer.
func resized(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsBuiltin(info, call, "append") ||
		technique.IsFunc(info, call, "slices", "Delete") ||
		technique.IsFunc(info, call, "slices", "Insert")
}
