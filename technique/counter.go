package technique

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// counts reports whether a local variable only gets what is not negative: it is zero in the
// beginning, or a length, and only grows. Nothing has its address. Variables in seen are
// known to be none so far.
func counts(pass *analysis.Pass, v *types.Var, seen map[*types.Var]bool) bool {
	if seen[v] {
		return true
	}
	basic, ok := v.Type().Underlying().(*types.Basic)
	uses, local := LocalUses(pass, v)
	if !ok || basic.Info()&types.IsInteger == 0 || !local {
		return false
	}
	def, ok := Definition(pass, v)
	if !ok {
		return false
	}
	sure := maps.Clone(seen)
	seen[v] = true
	for _, use := range append(uses, def) {
		if !grows(pass, use, seen) {
			// What was found of other variables meanwhile may rest on this one.
			clear(seen)
			maps.Copy(seen, sure)
			return false
		}
	}
	return true
}

// Definition returns the name that declares a variable, unless that is a field, a parameter or a
// result.
func Definition(pass *analysis.Pass, v *types.Var) (inspector.Cursor, bool) {
	decl, ok := indexOf(pass).around(v.Pos())
	if !ok {
		return decl, false
	}
	def, ok := decl.FindByPos(v.Pos(), v.Pos())
	return def, ok && def.ParentEdgeKind() != edge.Field_Names
}

// grows reports whether a use of a variable gives it nothing that could be negative, nor
// its address away.
func grows(pass *analysis.Pass, use inspector.Cursor, seen map[*types.Var]bool) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.UnaryExpr:
		return n.Op != token.AND
	case *ast.IncDecStmt:
		return n.Tok == token.INC
	case *ast.ValueSpec:
		return use.ParentEdgeKind() != edge.ValueSpec_Names || len(n.Values) == 0 ||
			len(n.Values) == len(n.Names) &&
				notNegative(pass, n.Values[use.ParentEdgeIndex()], seen)
	case *ast.RangeStmt:
		if use.ParentEdgeKind() == edge.RangeStmt_Key {
			_, isMap := pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map)
			_, isFunc := pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Signature)
			_, isChan := pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
			return !isMap && !isFunc && !isChan
		}
		return use.ParentEdgeKind() != edge.RangeStmt_Value
	case *ast.AssignStmt:
		if use.ParentEdgeKind() != edge.AssignStmt_Lhs {
			return true
		}
		if len(n.Lhs) != len(n.Rhs) {
			return false
		}
		switch n.Tok {
		case token.ASSIGN, token.DEFINE, token.ADD_ASSIGN, token.MUL_ASSIGN, token.QUO_ASSIGN,
			token.SHR_ASSIGN, token.REM_ASSIGN:
			return notNegative(pass, n.Rhs[use.ParentEdgeIndex()], seen)
		}
		return false
	}
	return true
}
