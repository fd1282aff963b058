package technique

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Clone is a copy of a slice that a call makes, and nothing else.
type Clone struct {
	Of ast.Expr // of the same type as the call
	// NilIfEmpty says that the copy of a slice without elements is nil. Else it may be either.
	NilIfEmpty bool
}

// CloneOf matches a call that copies a slice: of slices.Clone, of bytes.Clone, or of a function of
// the package, or a method, that does only that.
//
//	func copyOf(tags []Tag) []Tag {
//		if len(tags) == 0 {
//			return nil
//		}
//		c := make([]Tag, len(tags))
//		copy(c, tags)
//		return c
//	}
func CloneOf(pass *analysis.Pass, e ast.Expr) (c Clone, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return c, false
	}
	info := pass.TypesInfo
	if IsFunc(info, call, "slices", "Clone") || IsFunc(info, call, "bytes", "Clone") {
		c.Of = call.Args[0]
		return c, types.Identical(info.TypeOf(c.Of), info.TypeOf(call))
	}
	fn, ok := Func(info, call)
	if !ok || fn.Pkg() != pass.Pkg || fn.Signature().Variadic() && !call.Ellipsis.IsValid() {
		return c, false // of list(x ...T) T, where T is a slice of T, list(x) is not a copy of x
	}
	v := fn.Signature().Recv()
	switch params := fn.Signature().Params(); {
	case v != nil && params.Len() == 0:
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return c, false
		}
		c.Of = sel.X
	case v == nil && params.Len() == 1 && len(call.Args) == 1:
		c.Of, v = call.Args[0], params.At(0)
	default:
		return c, false
	}
	decl := DeclOf(pass, fn)
	if _, slice := info.TypeOf(c.Of).Underlying().(*types.Slice); !slice || decl == nil ||
		decl.Body == nil || !types.Identical(info.TypeOf(c.Of), info.TypeOf(call)) ||
		!SameInBuilds(pass, fn) {
		return c, false
	}
	k := cloning{pass, v.Origin()}
	c.NilIfEmpty, ok = k.body(decl.Body.List)
	return c, ok
}

// cloning is the body of a function that copies v, its parameter or receiver.
type cloning struct {
	pass *analysis.Pass
	v    *types.Var
}

// body reports whether statements return a copy, and whether that is nil for no elements.
func (k cloning) body(list []ast.Stmt) (nilIfEmpty, ok bool) {
	if len(list) > 1 {
		if stmt, isIf := list[0].(*ast.IfStmt); isIf {
			empty, ok := k.guard(stmt)
			_, rest := k.body(list[1:])
			return empty, ok && rest
		}
	}
	info := k.pass.TypesInfo
	if len(list) == 1 {
		ret, ok := list[0].(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			return false, false
		}
		call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
		if ok && (IsFunc(info, call, "slices", "Clone") || IsFunc(info, call, "bytes", "Clone")) {
			return false, Names(info, call.Args[0], k.v)
		}
		if !ok || !k.appends(call) {
			return false, false
		}
		conv, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if ok && len(conv.Args) == 1 && info.Types[conv.Fun].IsType() {
			return true, info.Types[conv.Args[0]].IsNil()
		}
		lit, ok := ast.Unparen(call.Args[0]).(*ast.CompositeLit)
		return false, ok && len(lit.Elts) == 0
	}
	return false, len(list) == 3 && k.copies(list)
}

// guard matches what returns nil for nil, or for no elements.
func (k cloning) guard(stmt *ast.IfStmt) (empty, ok bool) {
	cond, ok := stmt.Cond.(*ast.BinaryExpr)
	if !ok || stmt.Init != nil || stmt.Else != nil || cond.Op != token.EQL ||
		len(stmt.Body.List) != 1 {
		return false, false
	}
	info := k.pass.TypesInfo
	ret, ok := stmt.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !info.Types[ret.Results[0]].IsNil() {
		return false, false
	}
	if Names(info, cond.X, k.v) {
		return false, info.Types[cond.Y].IsNil()
	}
	return true, k.length(cond.X) && IsInt(info, cond.Y, 0)
}

// copies matches c := make([]T, len(v)); copy(c, v); return c, and the same with append.
func (k cloning) copies(list []ast.Stmt) bool {
	info := k.pass.TypesInfo
	c, _, value := Declared(info, list[0])
	ret, ok := list[2].(*ast.ReturnStmt)
	if c == nil || value == nil || !ok || len(ret.Results) != 1 || !Names(info, ret.Results[0], c) {
		return false
	}
	made, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || !IsBuiltin(info, made, "make") || !k.length(made.Args[len(made.Args)-1]) {
		return false
	}
	if len(made.Args) == 3 {
		as, ok := list[1].(*ast.AssignStmt)
		if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || !Names(info, as.Lhs[0], c) ||
			!IsInt(info, made.Args[1], 0) {
			return false
		}
		call, ok := as.Rhs[0].(*ast.CallExpr)
		return ok && k.appends(call) && Names(info, call.Args[0], c)
	}
	stmt, ok := list[1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	return ok && IsBuiltin(info, call, "copy") && Names(info, call.Args[0], c) &&
		Names(info, call.Args[1], k.v)
}

// appends reports whether a call appends v to something.
func (k cloning) appends(call *ast.CallExpr) bool {
	return IsBuiltin(k.pass.TypesInfo, call, "append") && call.Ellipsis.IsValid() &&
		Names(k.pass.TypesInfo, call.Args[1], k.v)
}

// length matches len(v).
func (k cloning) length(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && IsBuiltin(k.pass.TypesInfo, call, "len") &&
		Names(k.pass.TypesInfo, call.Args[0], k.v)
}
