package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/internal/stdeffects"
)

// Only reports whether evaluating n calls nothing that has other effects than
// the allowed ones, and waits for nothing. Of the functions of the package it
// allows those that assign to their own variables alone; and, as these may index
// and divide, only if panics are allowed.
func Only(pass *analysis.Pass, n ast.Node, allowed Effects) bool {
	return onlyWalker(pass, allowed).Allowed(n)
}

// OnlyOf reports the same of all that a function of the package does.
func OnlyOf(pass *analysis.Pass, decl *ast.FuncDecl, allowed Effects) bool {
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	return ok && onlyWalker(pass, allowed).Func(fn, decl)
}

func onlyWalker(pass *analysis.Pass, allowed Effects) *Walker {
	o := only{pass, allowed}
	return NewWalker(pass, Rules{Node: o.node, Builtin: o.builtin, Library: o.library})
}

// only is one question for Only.
type only struct {
	pass    *analysis.Pass
	allowed Effects
}

// node judges a node without its children.
func (o only) node(fn *ast.FuncDecl, n ast.Node) bool {
	if e, ok := n.(*ast.UnaryExpr); ok && e.Op == token.ARROW {
		return false
	}
	if fn == nil {
		return true // what n itself does is its own affair
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if !o.own(fn, left) {
				return false
			}
		}
	case *ast.IncDecStmt:
		return o.own(fn, n.X)
	case *ast.RangeStmt:
		return (n.Key == nil || o.own(fn, n.Key)) && (n.Value == nil || o.own(fn, n.Value)) &&
			!o.runs(n.X)
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return o.allowed.Has(Panics)
}

// own reports whether an expression is a variable that the function declares.
func (o only) own(fn *ast.FuncDecl, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := o.pass.TypesInfo.ObjectOf(id)
	return obj == nil || fn.Pos() <= obj.Pos() && obj.Pos() < fn.End()
}

// runs reports whether ranging over an expression calls or waits.
func (o only) runs(e ast.Expr) bool {
	switch o.pass.TypesInfo.TypeOf(e).Underlying().(type) {
	case *types.Signature, *types.Chan, *types.Interface:
		return true
	}
	return false
}

func (o only) builtin(call *ast.CallExpr, name string) bool {
	switch name {
	case "len", "cap", "min", "max", "new", "real", "imag", "complex":
		return true
	case "make": // a length may be negative
		return len(call.Args) == 1 || o.allowed.Has(Panics)
	case "panic":
		return o.allowed.Has(Panics)
	}
	return false
}

func (o only) library(_ *ast.CallExpr, fn *types.Func) bool {
	return fn.Pkg() != nil && !Of(fn).Has(stdeffects.Unknown&^(o.allowed|stdeffects.Nil))
}
