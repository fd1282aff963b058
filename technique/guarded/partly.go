package guarded

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// partly asks about the statements that call a function which uses a text only where it asks
// something, and does more than that.
//
//	have: m.add(fmt.Sprint(n), x, debug)
//	want: var what string; if debug { what = fmt.Sprint(n) }; m.add(what, x, debug)
func partly(pass *analysis.Pass, root inspector.Cursor) {
	given := make(map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.ExprStmt)(nil), (*ast.AssignStmt)(nil)) {
		if !technique.InList(cur) {
			continue
		}
		if c, ok := callAt(pass, cur); ok && !c.asks() {
			if p, ok := c.texts(given); ok {
				technique.Report(pass, p)
			}
		}
	}
}

// texts proposes to put together those texts only where they are used.
func (c *call) texts(given map[string]bool) (p technique.Proposal, ok bool) {
	params := c.fn.Signature().Params()
	if technique.Commented(c.pass, c.expr) {
		return p, false
	}
	for i, arg := range c.expr.Args {
		if i >= params.Len() || c.args[params.At(i)] != arg || !c.isNewText(arg) {
			continue
		}
		cond, ok := c.usedIf(params.At(i))
		if !ok || c.asked(cond) {
			continue
		}
		name := c.name(params.At(i).Name(), given)
		p.Also = append(p.Also, arg)
		p.Edits = append(p.Edits, technique.Insert(c.cur.Node().Pos(), fmt.Sprintf(
			"var %s string\nif %s {\n%s = %s\n}\n", name, cond, name, technique.Text(c.pass, arg))),
			technique.Replace(arg, name))
	}
	if len(p.Also) == 0 || !technique.Predeclared(c.pass, c.expr.Pos(), "string") {
		return p, false
	}
	p.At, p.Also = p.Also[0], p.Also[1:]
	p.Message = "ask first what " + c.fn.Name() + " asks"
	return p, true
}

// name returns a name for the text of a parameter, which nothing in the function has that calls,
// and no other proposal there.
func (c *call) name(base string, given map[string]bool) string {
	fn, name := c.file.Pos(), technique.FreshName(c.pass, c.file, base)
	for cur := range c.cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, name = cur.Node().Pos(), technique.FreeName(cur.Node(), base, name)
	}
	for i := 2; given[fmt.Sprint(fn, name)]; i++ {
		name = technique.FreshName(c.pass, c.file, fmt.Sprint(base, i))
	}
	given[fmt.Sprint(fn, name)] = true
	return name
}

// usedIf returns, in the words of the caller, what holds wherever the function uses a parameter.
// The caller can ask that before it evaluates the arguments: none of them acts or panics, but as
// the condition itself does.
func (c *call) usedIf(param *types.Var) (text string, ok bool) {
	for _, claim := range c.around(param) {
		asks := *c
		asks.cond, asks.leaves = claim.cond, claim.not
		if !asks.ofParams() || slices.ContainsFunc(c.expr.Args, func(arg ast.Expr) bool {
			return !asks.harmless(arg)
		}) {
			continue
		}
		if text, ok = asks.inPlace(); ok {
			return text, c.onlyFields()
		}
	}
	return "", false
}

// onlyFields reports whether what is called is found by names and fields alone.
func (c *call) onlyFields() bool {
	sel, ok := ast.Unparen(c.expr.Fun).(*ast.SelectorExpr)
	return !ok || simple(sel.X)
}

// same reports whether two conditions have the same text, in which names mean the same.
func (c *call) same(a, b ast.Expr) bool {
	return technique.Text(c.pass, a) == technique.Text(c.pass, b) &&
		slices.Equal(c.objects(a), c.objects(b))
}

// objects returns what the names in an expression mean.
func (c *call) objects(e ast.Expr) (list []types.Object) {
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok {
			list = append(list, c.pass.TypesInfo.Uses[id])
		}
	}
	return list
}

// ofParams reports whether the condition says the same wherever the function asks it, and cannot
// panic: it computes with constants, and with parameters that keep their values, some of
// which are no constants for this call.
func (c *call) ofParams() bool {
	info, varies := c.pass.TypesInfo, false
	for n := range ast.Preorder(c.cond) {
		switch n := n.(type) {
		case *ast.BasicLit, *ast.ParenExpr:
		case *ast.UnaryExpr:
			if n.Op == token.ARROW || n.Op == token.AND {
				return false
			}
		case *ast.BinaryExpr:
			if !total(info, n) {
				return false
			}
		case *ast.Ident:
			v, isVar := info.Uses[n].(*types.Var)
			if !isVar {
				if tv := info.Types[n]; tv.Value == nil && !tv.IsNil() {
					return false
				}
				continue
			}
			arg := c.args[v]
			if arg == nil || !technique.KeepsValue(c.pass, v, c.decl) {
				return false
			}
			varies = varies || info.Types[arg].Value == nil && !info.Types[arg].IsNil()
		default:
			return false
		}
	}
	return varies
}

// total reports whether an operator has a result for all operands: it compares or computes with
// those of basic types, compares pointers, or asks for nil; integers it does not divide or shift
// but by constants.
func total(info *types.Info, e *ast.BinaryExpr) bool {
	basic, ok := info.TypeOf(e.X).Underlying().(*types.Basic)
	switch {
	case !ok:
		return technique.IsPointer(info.TypeOf(e.X)) || info.Types[e.Y].IsNil()
	case e.Op == token.SHL, e.Op == token.SHR, e.Op == token.REM,
		e.Op == token.QUO && basic.Info()&types.IsInteger != 0:
		return info.Types[e.Y].Value != nil
	}
	return true
}
