package technique

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// KeepsValue reports whether a variable of a function has one value all the time that a
// piece of its code runs. Nothing in that code assigns to it, nor does a function literal,
// which may run meanwhile; and nothing takes its address, openly or for a method. What it
// holds or points to may change, but not what it is, nor its length.
func KeepsValue(pass *analysis.Pass, v *types.Var, code ast.Node) bool {
	uses, ok := LocalUses(pass, v)
	for _, use := range uses {
		meanwhile := code.Pos() <= use.Node().Pos() && use.Node().Pos() < code.End()
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			meanwhile = true
		}
		given, addressed := Replaced(use)
		if addressed || given && meanwhile || ByMethod(pass.TypesInfo, use) {
			return false
		}
	}
	return ok
}

// Unassigned reports whether nothing in the package assigns to a variable or field, other than
// to declare it, and nothing takes its address, not counting methods.
func Unassigned(pass *analysis.Pass, v *types.Var) bool {
	return !slices.ContainsFunc(UsesOf(pass, v), func(use inspector.Cursor) bool {
		given, addressed := Replaced(use)
		return given || addressed
	})
}

// GivenElsewhere reports whether a variable of a function may get another value by other code than
// the statements of that function: by a function literal, or by way of its address, perhaps in
// another goroutine. Before what waits for that, it must not even be read.
func GivenElsewhere(pass *analysis.Pass, v *types.Var) bool {
	return slices.ContainsFunc(UsesOf(pass, v), func(use inspector.Cursor) bool {
		given, addressed := Replaced(use)
		return addressed || given && InLiteral(use, v) || ByMethod(pass.TypesInfo, use)
	})
}

// Fixed reports whether a variable always has the value that it begins with: it is unassigned,
// and no method gets its address. What it holds or points to may change.
func Fixed(pass *analysis.Pass, v *types.Var) bool {
	return Unassigned(pass, v) && !slices.ContainsFunc(UsesOf(pass, v),
		func(use inspector.Cursor) bool { return ByMethod(pass.TypesInfo, use) })
}

// OnlyValue returns what a local variable begins with, if nothing else is assigned to it and
// its address is not taken; else nil.
func OnlyValue(pass *analysis.Pass, v *types.Var) ast.Expr {
	if _, ok := LocalUses(pass, v); !ok || !Unassigned(pass, v) {
		return nil
	}
	return Initial(pass, v)
}

// Initial returns the expression whose value a variable of the package, or of a function of
// it, begins with; nil where its declaration has none for it alone.
func Initial(pass *analysis.Pass, v *types.Var) ast.Expr {
	def, ok := Definition(pass, v)
	if !ok || pass.TypesInfo.Defs[def.Node().(*ast.Ident)] != types.Object(v) {
		return nil
	}
	switch n := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			return n.Rhs[def.ParentEdgeIndex()]
		}
	case *ast.ValueSpec:
		if len(n.Names) == len(n.Values) {
			return n.Values[def.ParentEdgeIndex()]
		}
	}
	return nil
}

// Replaced reports whether a use of a variable or field gives it another value, and whether
// it takes its address, not counting methods.
func Replaced(use inspector.Cursor) (given, addressed bool) {
	if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		use = use.Parent()
	}
	for use.ParentEdgeKind() == edge.ParenExpr_X {
		use = use.Parent()
	}
	switch use.ParentEdgeKind() {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return true, false
	case edge.UnaryExpr_X:
		return false, use.Parent().Node().(*ast.UnaryExpr).Op == token.AND
	}
	return false, false
}

// ByMethod reports whether a use of a variable is for a method that gets its address, where
// the variable is no pointer.
func ByMethod(info *types.Info, use inspector.Cursor) bool {
	for use.ParentEdgeKind() == edge.ParenExpr_X {
		use = use.Parent()
	}
	if use.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	n := use.Parent().Node().(*ast.SelectorExpr)
	sel := info.Selections[n]
	if sel == nil || sel.Kind() == types.FieldVal {
		return false
	}
	_, had := info.TypeOf(n.X).Underlying().(*types.Pointer)
	_, wanted := sel.Obj().Type().(*types.Signature).Recv().Type().Underlying().(*types.Pointer)
	return wanted && !had
}
