package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/wring-go/wring/technique"
)

// isQuiet reports whether a function of this package writes nothing that its
// caller can read, as far as its text tells.
func (ix *index) isQuiet(fn *types.Func) bool {
	if known, ok := ix.quiet[fn]; ok {
		return known
	}
	decl := ix.decls[fn]
	if decl == nil || decl.Body == nil {
		return false
	}
	ix.quiet[fn] = true // if it calls itself: what the rest of it does counts
	ix.quiet[fn] = !contains(decl.Body, func(n ast.Node) bool { return ix.loud(decl, n) })
	return ix.quiet[fn]
}

// loud reports whether a node of a function by itself writes to something that
// outlives the call, or might.
func (ix *index) loud(fn *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool {
			return !ix.ownVariable(fn, e)
		})
	case *ast.IncDecStmt:
		return !ix.ownVariable(fn, n.X)
	case *ast.RangeStmt:
		switch ix.info.TypeOf(n.X).Underlying().(type) {
		case *types.Signature, *types.Chan:
			return true
		}
		return n.Tok == token.ASSIGN
	case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SelectStmt, *ast.FuncLit:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.CallExpr:
		return !ix.quietCall(n)
	}
	return false
}

func (ix *index) ownVariable(fn *ast.FuncDecl, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	obj := ix.info.ObjectOf(id)
	return obj != nil && fn.Pos() <= obj.Pos() && obj.Pos() < fn.End()
}

func (ix *index) quietCall(call *ast.CallExpr) bool {
	if ix.info.Types[call.Fun].IsType() {
		return true
	}
	switch fn := typeutil.Callee(ix.info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "copy", "delete", "clear", "close", "print", "println", "recover":
			return false
		}
		return true
	case *types.Func:
		if own := ix.callee(call); own != nil {
			return ix.isQuiet(own)
		}
		return ix.quietLibrary(call, fn)
	}
	return false
}

// quietLibrary reports whether a function of the standard library is known to
// write nothing, given what it is called with.
func (ix *index) quietLibrary(call *ast.CallExpr, fn *types.Func) bool {
	if fn.Pkg() == nil {
		return fn.Name() == "Error" // of the predeclared type
	}
	if recv := fn.Signature().Recv(); recv != nil {
		switch t := recv.Type(); {
		case technique.IsNamed(t, "time", "Time"), technique.IsNamed(t, "time", "Duration"),
			technique.IsNamed(t, "strings", "Replacer"), technique.IsNamed(t, "math/big", "Int"),
			technique.IsNamed(t, "encoding/base64", "Encoding"):
			return true
		case technique.IsNamed(t, "strings", "Builder"), technique.IsNamed(t, "bytes", "Buffer"):
			sel, ok := call.Fun.(*ast.SelectorExpr)
			return ok && ix.localOperand(sel.X)
		}
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "unicode", "unicode/utf8", "math", "math/bits", "errors", "path",
		"path/filepath", "encoding/hex", "net/url":
		return true
	case "strings", "fmt":
		return ix.quietFormat(call)
	}
	return false
}

// quietFormat reports whether no argument of a call has methods or is a
// function: none that is called could write.
func (ix *index) quietFormat(call *ast.CallExpr) bool {
	return !slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		return !harmless(ix.info.TypeOf(e))
	})
}

// localOperand reports whether e is a variable that only its function knows.
func (ix *index) localOperand(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := ix.info.Uses[id].(*types.Var)
	return ok && v.Parent() != nil && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() &&
		ix.private(v)
}

// harmless reports whether a value of the type has no methods that package fmt
// calls, and is no function.
func harmless(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return harmless(u.Elem())
	case *types.Named:
		if types.Identical(u, types.Universe.Lookup("error").Type()) {
			return true
		}
		_, basic := u.Underlying().(*types.Basic)
		return basic && u.NumMethods() == 0
	}
	return false
}
