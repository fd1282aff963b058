package technique

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Changed reports whether a use of a variable assigns to it or to a part of it, and whether it
// takes an address there, openly, by slicing an array or for a method. What the variable only
// leads to is no part of it.
func Changed(info *types.Info, use inspector.Cursor) (given, addressed bool) {
	for {
		parent := use.Parent()
		switch n := parent.Node().(type) {
		case *ast.ParenExpr:
		case *ast.SelectorExpr:
			sel := info.Selections[n]
			if sel == nil || IsPointer(info.TypeOf(n.X)) {
				return false, false
			}
			if sel.Kind() != types.FieldVal {
				_, wanted := receiver(sel.Obj().(*types.Func)).(*types.Pointer)
				return false, wanted && !sel.Indirect()
			}
			if sel.Indirect() {
				return false, false
			}
		case *ast.IndexExpr:
			if !IsArray(info.TypeOf(n.X)) || n.X != use.Node() {
				return false, false
			}
		case *ast.SliceExpr:
			return false, IsArray(info.TypeOf(n.X)) && n.X == use.Node()
		case *ast.UnaryExpr:
			return false, n.Op == token.AND
		default:
			given, _ := Replaced(use)
			return given, false
		}
		use = parent
	}
}

// Outlives reports whether a function is surely kept beyond the call: another goroutine runs
// it, it is returned or sent, put into a field, or given to a function that is not known
// before.
func Outlives(pass *analysis.Pass, fn inspector.Cursor) bool { return outlives(pass, fn, 0) }

func outlives(pass *analysis.Pass, fn inspector.Cursor, depth int) bool {
	for fn.ParentEdgeKind() == edge.ParenExpr_X {
		fn = fn.Parent()
	}
	parent := fn.Parent()
	switch fn.ParentEdgeKind() {
	case edge.ReturnStmt_Results, edge.SendStmt_Value:
		return true
	case edge.CallExpr_Fun:
		return parent.ParentEdgeKind() == edge.GoStmt_Call
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		if parent.ParentEdgeKind() == edge.GoStmt_Call {
			return true
		}
		callee, ok := Func(pass.TypesInfo, call)
		if !ok {
			_, isVar := Callee(pass.TypesInfo, call).(*types.Var)
			_, indexed := ast.Unparen(call.Fun).(*ast.IndexExpr)
			return isVar || indexed
		}
		return callee.Name() == "Go" || types.IsInterface(receiver(callee))
	case edge.AssignStmt_Rhs:
		as := parent.Node().(*ast.AssignStmt)
		if len(as.Lhs) != 1 || depth > 1 {
			return false
		}
		v, ok := Variable(pass.TypesInfo, as.Lhs[0])
		if !ok {
			_, field := as.Lhs[0].(*ast.SelectorExpr)
			return field
		}
		uses, _ := LocalUses(pass, v)
		for _, use := range uses {
			if outlives(pass, use, depth+1) {
				return true
			}
		}
	}
	return false
}

// receiver returns the type of a method's receiver; the empty struct for a function.
func receiver(fn *types.Func) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		return recv.Type()
	}
	return types.NewStruct(nil, nil)
}
