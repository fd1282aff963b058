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
