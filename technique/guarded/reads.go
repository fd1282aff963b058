package guarded

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// reads reports whether an expression changes nothing. What it reads may be an atomic value, also
// in a function that does no more than return that.
//
//	l.level.Load() > debug, l.isOn(debug)
func (c *call) reads(e ast.Expr) bool { return c.readsAt(e, 0) }

func (c *call) readsAt(e ast.Expr, depth int) bool {
	if effects.Only(c.pass, e, effects.Keeps|effects.Panics) {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return c.readsAt(e.X, depth) && c.readsAt(e.Y, depth)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && c.readsAt(e.X, depth)
	case *ast.CallExpr:
		for _, arg := range e.Args {
			if !c.readsAt(arg, depth) {
				return false
			}
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && !simple(sel) {
			return false
		}
		if c.pass.TypesInfo.Types[e.Fun].IsType() {
			return true
		}
		return c.loads(e, depth)
	}
	return false
}

// loads reports whether a call does no more than load an atomic value, or return what only reads.
func (c *call) loads(call *ast.CallExpr, depth int) bool {
	fn, ok := technique.Func(c.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil {
		return false
	}
	if fn.Pkg().Path() == "sync/atomic" {
		return strings.HasPrefix(fn.Name(), "Load")
	}
	decl := technique.DeclOf(c.pass, fn)
	if decl == nil || decl.Body == nil || depth > 3 || len(decl.Body.List) != 1 ||
		!technique.SameInBuilds(c.pass, fn) {
		return false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && c.readsAt(ret.Results[0], depth+1)
}
