package together

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostWaste is how many bytes may stay in memory with a struct that has got others for them.
const mostWaste = 64

// staysInside reports whether the package only uses the memory that a field leads to, and
// keeps it nowhere else: it would keep the struct. Nor may the field often lead to other
// memory, since that of its own stays with the struct. A field that is exported or embedded can be
// used by other packages, unless its struct is hidden.
func staysInside(pass *analysis.Pass, field *types.Var, size int64, hidden bool) bool {
	if (field.Exported() || field.Embedded()) && !hidden || field.Pkg() != pass.Pkg ||
		field.Name() == "_" {
		return false
	}
	for _, use := range technique.UsesOf(pass, field) {
		if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
			continue
		}
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel || kept(pass, use.Parent(), size) {
			return false
		}
	}
	return true
}

// kept reports whether what a field leads to is kept where the use of the field stands, or
// whether the field leads to other memory from there on.
func kept(pass *analysis.Pass, use inspector.Cursor, size int64) bool {
	for {
		switch use.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.SliceExpr_X:
			use = use.Parent()
			continue
		case edge.ReturnStmt_Results, edge.SendStmt_Value, edge.CompositeLit_Elts,
			edge.KeyValueExpr_Value, edge.ValueSpec_Values, edge.UnaryExpr_X:
			return true
		case edge.AssignStmt_Lhs:
			return size > mostWaste && !again(pass, use) && !begins(pass, use)
		case edge.AssignStmt_Rhs:
			return !local(pass, use.Parent().Node().(*ast.AssignStmt), use.Node())
		case edge.CallExpr_Args:
			call := use.Parent().Node().(*ast.CallExpr)
			return technique.IsBuiltin(pass.TypesInfo, call, "append") &&
				call.Args[0] != use.Node() && !call.Ellipsis.IsValid()
		}
		return false
	}
}

// again reports whether a field is given what is made of itself: a part of it, or it with
// more appended.
func again(pass *analysis.Pass, use inspector.Cursor) bool {
	as := use.Parent().Node().(*ast.AssignStmt)
	for i, left := range as.Lhs {
		if left == use.Node() && len(as.Rhs) == len(as.Lhs) {
			for n := range ast.Preorder(as.Rhs[i]) {
				if e, ok := n.(ast.Expr); ok && technique.SameExpr(pass.TypesInfo, e, left) {
					return true
				}
			}
		}
	}
	return false
}

// local reports whether an assignment gives a value to a variable of the function, or back
// to the field that it is of.
func local(pass *analysis.Pass, as *ast.AssignStmt, value ast.Node) bool {
	for i, right := range as.Rhs {
		if right != value || len(as.Lhs) != len(as.Rhs) {
			continue
		}
		v, ok := technique.Variable(pass.TypesInfo, as.Lhs[i])
		if id, isIdent := as.Lhs[i].(*ast.Ident); isIdent && !ok {
			v, ok = pass.TypesInfo.Defs[id].(*types.Var)
			ok = ok || id.Name == "_"
		}
		return ok && (v == nil || v.Parent() != pass.Pkg.Scope()) ||
			samePlace(pass, as.Lhs[i], right)
	}
	return false
}

// samePlace reports whether an expression is a part of what another names.
func samePlace(pass *analysis.Pass, left, right ast.Expr) bool {
	for {
		part, ok := ast.Unparen(right).(*ast.SliceExpr)
		if !ok {
			return technique.SameExpr(pass.TypesInfo, left, right)
		}
		right = part.X
	}
}
