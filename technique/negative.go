package technique

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// NotNegative reports whether an expression surely is not negative: it counts
// something, was an unsigned number, or is made of such. A variable is what its
// function gives it. That sums are too large for their type is not thought of.
func NotNegative(pass *analysis.Pass, e ast.Expr) bool {
	return notNegative(pass, e, make(map[*types.Var]bool))
}

// notNegative is NotNegative, for which variables in seen are known to be none.
func notNegative(pass *analysis.Pass, e ast.Expr, seen map[*types.Var]bool) bool {
	info := pass.TypesInfo
	if v := info.Types[e].Value; v != nil {
		return v.Kind() == constant.Int && constant.Sign(v) >= 0
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.MUL, token.QUO, token.SHR, token.REM:
			return notNegative(pass, e.X, seen) && notNegative(pass, e.Y, seen)
		}
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			basic, ok := info.TypeOf(e.Args[0]).Underlying().(*types.Basic)
			return ok && (basic.Kind() == types.Uint8 || basic.Kind() == types.Uint16)
		}
		if IsBuiltin(info, e, "len") || IsBuiltin(info, e, "cap") {
			return true
		}
		if IsBuiltin(info, e, "max") {
			return slices.ContainsFunc(e.Args, func(arg ast.Expr) bool {
				return notNegative(pass, arg, seen)
			})
		}
		if IsBuiltin(info, e, "min") {
			return !slices.ContainsFunc(e.Args, func(arg ast.Expr) bool {
				return !notNegative(pass, arg, seen)
			})
		}
		return encodes(info, e) && notNegative(pass, e.Args[0], seen)
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if !ok {
			return false
		}
		return counts(pass, v, seen)
	}
	return false
}

// encodes reports whether a call asks how long an encoding will be.
func encodes(info *types.Info, call *ast.CallExpr) bool {
	fn, ok := Func(info, call)
	if !ok || fn.Pkg() == nil || len(call.Args) != 1 {
		return false
	}
	switch fn.Pkg().Path() {
	case "encoding/hex", "encoding/base64", "encoding/base32":
		return fn.Name() == "EncodedLen" || fn.Name() == "DecodedLen"
	}
	return false
}

// OnlyValue returns what a local variable begins with, if nothing else is
// assigned to it and its address is not taken; else nil.
func OnlyValue(pass *analysis.Pass, v *types.Var) (value ast.Expr) {
	if v.IsField() || v.Parent() == pass.Pkg.Scope() {
		return nil
	}
	decl, ok := indexOf(pass).around(v.Pos())
	if !ok {
		return nil
	}
	def, ok := decl.FindByPos(v.Pos(), v.Pos())
	if !ok {
		return nil
	}
	as, ok := def.Parent().Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != len(as.Rhs) {
		return nil
	}
	for i, lhs := range as.Lhs {
		if lhs == def.Node() {
			value = as.Rhs[i]
		}
	}
	for fn := range def.Enclosing((*ast.FuncDecl)(nil)) {
		for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil),
			(*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
			if changes(pass, cur.Node(), v) {
				return nil
			}
		}
	}
	return value
}

// changes reports whether a statement or expression itself assigns to v, other
// than to declare it, or takes its address.
func changes(pass *analysis.Pass, n ast.Node, v *types.Var) bool {
	var targets []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		targets = n.Lhs
	case *ast.IncDecStmt:
		targets = []ast.Expr{n.X}
	case *ast.RangeStmt:
		targets = []ast.Expr{n.Key, n.Value}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			targets = []ast.Expr{n.X}
		}
	}
	for _, e := range targets {
		if id, ok := e.(*ast.Ident); ok && pass.TypesInfo.Uses[id] == v {
			return true
		}
	}
	return false
}
