package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// risky reports whether a node, without those below it, panics for some values: an index, a
// pointer other than found, a type, a divisor, a size or what cannot be compared.
func risky(pass *analysis.Pass, n ast.Node, found types.Object) bool {
	info := pass.TypesInfo
	switch n := n.(type) {
	case *ast.IndexExpr:
		return !findsAny(pass, n)
	case *ast.SliceExpr:
		return n.Low != nil || n.High != nil || n.Max != nil ||
			technique.IsPointer(info.TypeOf(n.X))
	case *ast.StarExpr:
		return !info.Types[n].IsType()
	case *ast.TypeAssertExpr:
		return n.Type != nil
	case *ast.SelectorExpr:
		sel := info.Selections[n]
		if sel == nil {
			return false
		}
		field := sel.Kind() == types.FieldVal
		own := field && len(sel.Index()) == 1 && technique.Names(info, n.X, found)
		return sel.Indirect() && !own || !field && types.IsInterface(sel.Recv())
	case *ast.BinaryExpr:
		compares := n.Op == token.EQL || n.Op == token.NEQ
		return divides(pass, n.Op, n.Y) || compares &&
			!comparesAny(info.TypeOf(n.X)) && !comparesAny(info.TypeOf(n.Y))
	case *ast.CompositeLit:
		m, ok := info.TypeOf(n).Underlying().(*types.Map)
		return ok && !comparesAny(m.Key())
	case *ast.IncDecStmt:
		return inMap(pass, n.X)
	case *ast.AssignStmt:
		return slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return inMap(pass, e) }) ||
			n.Tok != token.ASSIGN && n.Tok != token.DEFINE &&
				divides(pass, binary[n.Tok], n.Rhs[0])
	case *ast.CallExpr:
		return riskyCall(pass, n)
	}
	return false
}

// riskyCall reports whether a call panics for some sizes, or for a base of a number.
func riskyCall(pass *analysis.Pass, call *ast.CallExpr) bool {
	info := pass.TypesInfo
	varies := func(e ast.Expr) bool { return info.Types[e].Value == nil }
	if info.Types[call.Fun].IsType() {
		t := info.TypeOf(call).Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		_, array := t.(*types.Array)
		return array
	}
	if technique.IsBuiltin(info, call, "make") {
		return slices.ContainsFunc(call.Args[1:], varies)
	}
	fn, ok := technique.Func(info, call)
	if !ok || fn.Pkg() == nil || len(call.Args) == 0 {
		return false
	}
	switch last := call.Args[len(call.Args)-1]; fn.Name() {
	case "Grow":
		return varies(last)
	case "FormatInt", "FormatUint", "FormatFloat", "FormatComplex", "AppendInt", "AppendUint",
		"AppendFloat":
		return fn.Pkg().Path() == "strconv" && varies(last)
	}
	return false
}

// inMap reports whether an expression is an element of a map, which may be nil.
func inMap(pass *analysis.Pass, e ast.Expr) bool {
	n, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok && technique.IsMap(pass.TypesInfo.TypeOf(n.X))
}

// comparesAny reports whether two values of a type can be compared whatever they are.
func comparesAny(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return false
	case *types.Array:
		return comparesAny(t.Elem())
	case *types.Struct:
		for field := range t.Fields() {
			if !comparesAny(field.Type()) {
				return false
			}
		}
	}
	return true
}

// findsAny reports whether an index is right whatever it is: that of a map whose keys can all be
// compared, a constant one of an array, which the compiler has looked at, or a byte.
func findsAny(pass *analysis.Pass, n *ast.IndexExpr) bool {
	switch of := pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
	case *types.Map:
		_, basic := of.Key().Underlying().(*types.Basic)
		return basic
	case *types.Array:
		index, basic := pass.TypesInfo.TypeOf(n.Index).Underlying().(*types.Basic)
		return pass.TypesInfo.Types[n.Index].Value != nil ||
			basic && index.Kind() == types.Uint8 && of.Len() > 255
	}
	return false
}

// binary are the operators that may panic, by those that assign.
var binary = map[token.Token]token.Token{token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR}

// divides reports whether an operator panics for some values on its right: a zero, or less than
// that where it shifts.
func divides(pass *analysis.Pass, op token.Token, y ast.Expr) bool {
	basic, ok := pass.TypesInfo.TypeOf(y).Underlying().(*types.Basic)
	if pass.TypesInfo.Types[y].Value != nil {
		return false
	}
	switch op {
	case token.QUO, token.REM:
		return !ok || basic.Info()&types.IsInteger != 0
	case token.SHL, token.SHR:
		return !ok || basic.Info()&types.IsUnsigned == 0
	}
	return false
}
