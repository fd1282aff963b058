package appendform

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// hidesRoom reports whether no use of a variable with bytes tells how much room is behind them: no
// part ends behind them, and no two appends begin at the same place, of which the second would
// write over what the first has added.
func (t *text) hidesRoom(v *types.Var) bool {
	uses, ok := technique.LocalUses(t.pass, v)
	all, others := 0, 0
	for _, use := range uses {
		switch n := use.Parent().Node().(type) {
		case *ast.SliceExpr:
			if use.ParentEdgeKind() == edge.SliceExpr_X && !t.endsWithin(n, v) {
				return false
			}
		case *ast.CallExpr:
			if technique.IsBuiltin(t.pass.TypesInfo, n, "cap") {
				return false
			}
			if !technique.IsBuiltin(t.pass.TypesInfo, n, "append") || n.Args[0] != use.Node() {
				continue
			}
			all++
			if !itself(t.pass.TypesInfo, use.Parent(), v) {
				others++
				if technique.Repeated(use, v.Pos()) {
					all++
				}
			}
		}
	}
	return ok && (others == 0 || all < 2)
}

// endsWithin reports whether a part of bytes ends where they do, or before: it says no end, the
// beginning, or one by their length.
func (t *text) endsWithin(n *ast.SliceExpr, v *types.Var) bool {
	if n.Max != nil {
		return false
	}
	return n.High == nil || technique.IsInt(t.pass.TypesInfo, n.High, 0) ||
		technique.Uses(t.pass.TypesInfo, n.High, v)
}

// itself reports whether a variable gets what is appended to it.
func itself(info *types.Info, call inspector.Cursor, v *types.Var) bool {
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	return ok && call.ParentEdgeKind() == edge.AssignStmt_Rhs && len(as.Lhs) == len(as.Rhs) &&
		technique.Names(info, as.Lhs[call.ParentEdgeIndex()], v)
}

// hiddenBy reports whether a function of the package, if it is one, hides the room behind the bytes
// that it gets as its parameter of an index.
func (t *text) hiddenBy(fn *types.Func, index int) bool {
	params := fn.Signature().Params()
	if technique.DeclOf(t.pass, fn.Origin()) == nil || index >= params.Len() ||
		fn.Signature().Variadic() && index == params.Len()-1 {
		return true
	}
	v := fn.Origin().Signature().Params().At(index)
	return v.Name() == "" || v.Name() == "_" || t.hidesRoom(v)
}
