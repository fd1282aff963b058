package technique

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// PointedTo reports whether the address of an element, or of a part of it, is
// taken: openly, by slicing an array, or for a method. Cur is the expression
// that names the element. A call of any method counts: its receiver may be a
// pointer.
func PointedTo(info *types.Info, cur inspector.Cursor) bool {
	for {
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.UnaryExpr:
			return n.Op == token.AND
		case *ast.SliceExpr:
			return n.X == cur.Node() && !IsText(info.TypeOf(n.X))
		case *ast.SelectorExpr:
			if sel := info.Selections[n]; sel != nil && sel.Kind() != types.FieldVal {
				return true
			}
		case *ast.IndexExpr:
			if n.X != cur.Node() {
				return false
			}
		case *ast.ParenExpr:
		default:
			return false
		}
		cur = parent
	}
}

// WrittenTo reports whether the element that an expression names, or a part of it,
// is assigned to, or PointedTo.
func WrittenTo(info *types.Info, cur inspector.Cursor) bool {
	if PointedTo(info, cur) {
		return true
	}
	for {
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.IndexExpr:
			if n.X != cur.Node() {
				return false
			}
			cur = parent
			continue
		case *ast.SelectorExpr, *ast.ParenExpr:
			cur = parent
			continue
		case *ast.IncDecStmt:
			return true
		}
		return cur.ParentEdgeKind() == edge.AssignStmt_Lhs ||
			cur.ParentEdgeKind() == edge.RangeStmt_Key ||
			cur.ParentEdgeKind() == edge.RangeStmt_Value
	}
}
