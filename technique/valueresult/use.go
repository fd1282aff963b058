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

// varRead reports whether all uses of v below its function only read, and notes how to read a
// value where a use reads all of what a pointer points to. other judges uses that do not read.
func varRead(pass *analysis.Pass, def inspector.Cursor, v types.Object,
	edits *[]analysis.TextEdit, other func(inspector.Cursor) bool) bool {
	within, _ := technique.EnclosingFunc(def)
	for use := range uses(pass, within, v) {
		if !technique.InFunc(use, within) || !reads(pass, use, edits) && !other(use) {
			return false
		}
	}
	return true
}

// never is for varRead where all uses have to read.
func never(inspector.Cursor) bool { return false }

// reads reports whether a pointer is only read, by its fields or as a whole, and notes how to
// read the value.
func reads(pass *analysis.Pass, cur inspector.Cursor, edits *[]analysis.TextEdit) bool {
	if cur.ParentEdgeKind() != edge.StarExpr_X {
		return onlyRead(pass, cur)
	}
	star := cur.Parent()
	if !wholeRead(pass, star) {
		return false
	}
	*edits = append(*edits, withoutStar(star)...)
	return true
}

// wholeRead reports whether *p is used as a value, which is copied where it stands, or for
// fields that are only read.
func wholeRead(pass *analysis.Pass, star inspector.Cursor) bool {
	for star.ParentEdgeKind() == edge.ParenExpr_X {
		star = star.Parent()
	}
	switch star.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		return onlyRead(pass, star)
	case edge.CallExpr_Args, edge.IndexExpr_Index, edge.CompositeLit_Elts, edge.KeyValueExpr_Key,
		edge.KeyValueExpr_Value, edge.ReturnStmt_Results, edge.AssignStmt_Rhs,
		edge.ValueSpec_Values, edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.SendStmt_Value:
		return true
	}
	return false
}

// withoutStar returns the edits that take the star from *p, and parentheses that are around both.
func withoutStar(star inspector.Cursor) []analysis.TextEdit {
	n := star.Node().(*ast.StarExpr)
	if paren, ok := star.Parent().Node().(*ast.ParenExpr); ok {
		return []analysis.TextEdit{{Pos: paren.Pos(), End: n.X.Pos()},
			{Pos: n.X.End(), End: paren.End()}}
	}
	return []analysis.TextEdit{{Pos: n.Pos(), End: n.X.Pos()}}
}
