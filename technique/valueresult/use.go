package valueresult

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// uses yields the places below cur where v is named, but for its definition.
func uses(pass *analysis.Pass, cur inspector.Cursor, v types.Object) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		for use := range cur.Preorder((*ast.Ident)(nil)) {
			if pass.TypesInfo.Uses[use.Node().(*ast.Ident)] == v && !yield(use) {
				return
			}
		}
	}
}

// definition returns the statement v := x below cur, if it stands in a list of
// statements: in the head of another one a literal would need parentheses.
func definition(pass *analysis.Pass, cur inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	for def := range cur.Preorder((*ast.AssignStmt)(nil)) {
		if declared, _, _ := technique.Declared(pass.TypesInfo, def.Node()); declared == v {
			return def, technique.InList(def)
		}
	}
	return inspector.Cursor{}, false
}

// ofField reports whether a pointer to a struct is used only to get at a field,
// or to call a method that gets a copy. It may be written to; its address may
// not be taken, openly or by slicing an array or calling a method.
func ofField(pass *analysis.Pass, cur inspector.Cursor) bool {
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); !ok {
		return false
	} else if s := pass.TypesInfo.Selections[sel]; s.Kind() != types.FieldVal {
		return byValue(s) && isCalled(cur.Parent())
	}
	for cur = cur.Parent(); ; cur = cur.Parent() {
		x := cur.Node().(ast.Expr)
		if !inPlace(pass.TypesInfo.TypeOf(x)) {
			return !takesAddress(cur)
		}
		switch n := cur.Parent().Node().(type) {
		case *ast.ParenExpr:
		case *ast.SelectorExpr:
			s := pass.TypesInfo.Selections[n]
			if s.Kind() != types.FieldVal {
				return byValue(s) && isCalled(cur.Parent())
			}
		case *ast.IndexExpr:
			if n.X != x {
				return true
			}
		case *ast.SliceExpr:
			return n.X != x
		default:
			return !takesAddress(cur)
		}
	}
}

// inPlace reports whether parts of a value of type t lie in the value itself.
func inPlace(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	_, named := types.Unalias(t).(*types.Named)
	return named && !types.IsInterface(t) // it may have methods
}

func takesAddress(cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	u, ok := cur.Parent().Node().(*ast.UnaryExpr)
	return ok && u.Op == token.AND
}

// byValue reports whether a method gets a copy of its receiver, on a way that
// leads through no embedded pointer or interface.
func byValue(sel *types.Selection) bool {
	fn, ok := sel.Obj().(*types.Func)
	if !ok || len(sel.Index()) != 1 {
		return false
	}
	_, pointer := fn.Signature().Recv().Type().(*types.Pointer)
	return !pointer && !types.IsInterface(sel.Recv())
}

func isCalled(cur inspector.Cursor) bool { return cur.ParentEdgeKind() == edge.CallExpr_Fun }

// onlyRead reports whether a pointer is used as ofField has it, and nothing is
// written through it.
func onlyRead(pass *analysis.Pass, cur inspector.Cursor) bool {
	if !ofField(pass, cur) {
		return false
	}
	for {
		switch cur.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
			return false
		case edge.SelectorExpr_X, edge.IndexExpr_X, edge.ParenExpr_X:
			cur = cur.Parent()
		default:
			return true
		}
	}
}

// varRead reports whether all uses of v below its function only read.
func varRead(pass *analysis.Pass, def inspector.Cursor, v types.Object) bool {
	within, _ := technique.EnclosingFunc(def)
	for use := range uses(pass, within, v) {
		if !technique.InFunc(use, within) || !onlyRead(pass, use) {
			return false
		}
	}
	return true
}
