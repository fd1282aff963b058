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

// Fits returns the condition that a slice, whose name is given, has room for as many elements as
// n says, which is written as text: as n itself, or a name for it. What is below zero becomes
// larger than any room, and is not changed by a conversion to a type with fewer bits before.
func Fits(pass *analysis.Pass, n ast.Expr, text, slice string) (string, bool) {
	t := pass.TypesInfo.TypeOf(n)
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
		return "", false
	}
	as := "uint"
	switch basic.Kind() {
	case types.Int:
		if NotNegative(pass, n) && types.Identical(t, basic) {
			return text + " <= cap(" + slice + ")", true
		}
	case types.Uint8, types.Uint16:
		return "int(" + text + ") <= cap(" + slice + ")", Predeclared(pass, n.Pos(), "int")
	case types.Int64, types.Uint64:
		as = "uint64" // where an int has 32 bits, a uint would lose half of it
	case types.Uint32, types.Uintptr:
		as = basic.Name()
	}
	if !types.Identical(t, types.Universe.Lookup(as).Type()) {
		text = as + "(" + text + ")"
	}
	return text + " <= " + as + "(cap(" + slice + "))", Predeclared(pass, n.Pos(), as)
}
