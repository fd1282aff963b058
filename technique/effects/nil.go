package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// NilUnseen reports whether no use of a local slice tells whether it is nil or empty: it is
// appended to under its own name, counted, indexed, ranged over, converted to text, and given to
// functions that do no more.
func NilUnseen(pass *analysis.Pass, v *types.Var) bool {
	n := nilness{pass, make(map[*types.Var]bool)}
	return n.unseen(v)
}

// nilness is one question for NilUnseen.
type nilness struct {
	pass *analysis.Pass
	seen map[*types.Var]bool // that are being or have been looked at
}

func (n *nilness) unseen(v *types.Var) bool {
	if n.seen[v] {
		return true
	}
	n.seen[v] = true
	uses, ok := technique.LocalUses(n.pass, v)
	for _, use := range uses {
		ok = ok && n.use(use, v)
	}
	return ok
}

// use judges one use of v, or of a part of it.
func (n *nilness) use(cur inspector.Cursor, v *types.Var) bool {
	parent := cur.Parent()
	switch p := parent.Node().(type) {
	case *ast.ParenExpr:
		return n.use(parent, v)
	case *ast.IndexExpr:
		return p.X == cur.Node()
	case *ast.RangeStmt:
		return p.X == cur.Node()
	case *ast.AssignStmt:
		return n.gets(p, v)
	case *ast.SliceExpr:
		return p.X == cur.Node() && n.use(parent, v)
	case *ast.CallExpr:
		return n.argument(p, cur)
	}
	return false
}

// argument judges a use in a call.
func (n *nilness) argument(call *ast.CallExpr, cur inspector.Cursor) bool {
	info := n.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		_, text := info.TypeOf(call).Underlying().(*types.Basic)
		return text
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		return fn.Name() == "len" || fn.Name() == "append" || fn.Name() == "copy" ||
			fn.Name() == "clear"
	case *types.Func:
		if NilIsEmpty(fn) {
			return !ReturnsSlice(fn)
		}
		sig, index := fn.Origin().Signature(), cur.ParentEdgeIndex()
		if technique.DeclOf(n.pass, fn) == nil || cur.ParentEdgeKind() != edge.CallExpr_Args ||
			sig.Variadic() || index >= sig.Params().Len() {
			return false
		}
		return n.unseen(sig.Params().At(index))
	}
	return false
}

// gets reports whether a statement gives v a part of what it has, or more.
func (n *nilness) gets(as *ast.AssignStmt, v *types.Var) bool {
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
		!technique.Names(n.pass.TypesInfo, as.Lhs[0], v) {
		return false
	}
	switch e := ast.Unparen(as.Rhs[0]).(type) {
	case *ast.CallExpr:
		return technique.IsBuiltin(n.pass.TypesInfo, e, "append") && n.isPart(e.Args[0], v)
	case *ast.SliceExpr:
		return n.isPart(e.X, v) && e.Max == nil
	}
	return false
}

func (n *nilness) isPart(e ast.Expr, v *types.Var) bool {
	if part, ok := ast.Unparen(e).(*ast.SliceExpr); ok && part.Max == nil {
		e = part.X
	}
	return technique.Names(n.pass.TypesInfo, ast.Unparen(e), v)
}
