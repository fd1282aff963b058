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

// LooksUp reports whether an index expression only reads from a map whose keys are texts: who puts
// a key in keeps it.
func LooksUp(info *types.Info, cur inspector.Cursor) bool {
	m, ok := info.TypeOf(cur.Node().(*ast.IndexExpr).X).Underlying().(*types.Map)
	if !ok || !IsText(m.Key()) {
		return false // boxed in an interface, or no key that is kept
	}
	for {
		switch cur.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.UnaryExpr_X, edge.RangeStmt_Key,
			edge.RangeStmt_Value:
			return false
		case edge.ParenExpr_X, edge.SelectorExpr_X, edge.IndexExpr_X:
			cur = cur.Parent()
			continue
		}
		return true
	}
}

// ByValue reports whether an expression is used as a value, of which a copy goes to another place
// or is compared: a result, an operand of a call, an element, what is assigned or sent, a key, the
// receiver of a method of values. It is asked about arrays and structs, whose copies share nothing
// with them. The length of an array is no such use, nor is a loop over it.
func ByValue(info *types.Info, cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	parent := cur.Parent()
	switch cur.ParentEdgeKind() {
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		return !IsBuiltin(info, call, "len") && !IsBuiltin(info, call, "cap")
	case edge.SelectorExpr_X:
		sel := info.Selections[parent.Node().(*ast.SelectorExpr)]
		if sel == nil || sel.Kind() != types.MethodVal {
			return false
		}
		return !IsPointer(sel.Obj().(*types.Func).Signature().Recv().Type())
	case edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.ReturnStmt_Results, edge.AssignStmt_Rhs,
		edge.ValueSpec_Values, edge.CompositeLit_Elts, edge.KeyValueExpr_Key,
		edge.KeyValueExpr_Value, edge.IndexExpr_Index, edge.SendStmt_Value, edge.SwitchStmt_Tag,
		edge.CaseClause_List:
		return true
	}
	return false
}
