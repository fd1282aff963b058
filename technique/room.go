package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// HidesRoom reports whether no use of a variable with bytes tells how much room is behind them: no
// part ends behind them, and no two appends begin at the same place, of which the second would
// write over what the first has added.
func HidesRoom(pass *analysis.Pass, v *types.Var) bool {
	uses, ok := LocalUses(pass, v)
	all, others := 0, 0
	for _, use := range uses {
		switch n := use.Parent().Node().(type) {
		case *ast.SliceExpr:
			if use.ParentEdgeKind() == edge.SliceExpr_X && !endsWithin(pass, n, v) {
				return false
			}
		case *ast.CallExpr:
			if IsBuiltin(pass.TypesInfo, n, "cap") {
				return false
			}
			if !IsBuiltin(pass.TypesInfo, n, "append") || n.Args[0] != use.Node() {
				continue
			}
			all++
			if !toItself(pass.TypesInfo, use.Parent(), v) {
				others++
				if Repeated(use, v.Pos()) {
					all++
				}
			}
		}
	}
	return ok && (others == 0 || all < 2)
}

// endsWithin reports whether a part of bytes ends where they do, or before: it says no end, the
// beginning, or one by their length.
func endsWithin(pass *analysis.Pass, n *ast.SliceExpr, v *types.Var) bool {
	if n.Max != nil {
		return false
	}
	return n.High == nil || IsInt(pass.TypesInfo, n.High, 0) ||
		Uses(pass.TypesInfo, n.High, v)
}

// toItself reports whether a variable gets what is appended to it.
func toItself(info *types.Info, call inspector.Cursor, v *types.Var) bool {
	as, ok := call.Parent().Node().(*ast.AssignStmt)
	return ok && call.ParentEdgeKind() == edge.AssignStmt_Rhs && len(as.Lhs) == len(as.Rhs) &&
		Names(info, as.Lhs[call.ParentEdgeIndex()], v)
}
