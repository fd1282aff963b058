package lend

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
)

// body rewrites the function: it returns dst with what it returned behind that. It does not where a
// deferred function may recover, after which nil is returned.
func (b *behind) body() bool {
	if b.fn.Signature().Results().At(0).Name() != "" {
		return false
	}
	grown := b.grown()
	for cur := range b.cur.Preorder((*ast.ReturnStmt)(nil), (*ast.DeferStmt)(nil)) {
		ret, ok := cur.Node().(*ast.ReturnStmt)
		if !ok {
			return false
		}
		if !technique.InFunc(cur, b.cur) {
			continue
		}
		if !technique.Predeclared(b.pass, ret.Pos(), "append") || technique.Commented(b.pass, ret) {
			return false
		}
		e := ret.Results[0]
		if grown != nil && technique.Uses(b.pass.TypesInfo, e, grown) {
			continue
		}
		text, ok := b.piece(b.dst, e)
		if !ok {
			text = "append(" + b.dst + ", " + technique.Text(b.pass, e) + "...)"
		}
		if ok && text != b.dst {
			b.places = append(b.places, e)
		}
		b.edits = append(b.edits, technique.Replace(e, text))
	}
	return true
}

// grown returns the variable that begins empty, is only appended to, and returned: it begins as dst
// instead.
func (b *behind) grown() *types.Var {
	for cur := range b.cur.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		v, name, value := technique.Declared(b.pass.TypesInfo, cur.Node())
		if v == nil || !technique.InList(cur) || !technique.InFunc(cur, b.cur) ||
			!types.Identical(v.Type(), b.t) || !b.empty(value) ||
			technique.Commented(b.pass, cur.Node()) || !b.onlyGrows(v) {
			continue
		}
		for _, use := range technique.UsesOf(b.pass, v) {
			if at := technique.Grown(b.pass, use); at != use {
				b.places = append(b.places, at.Node())
			}
		}
		b.edits = append(b.edits, technique.Replace(cur.Node(), name.Name+" := "+b.dst))
		b.v = v
		return v
	}
	return nil
}

// empty reports whether what a variable begins with is an empty slice, for which nothing happens.
// One with room for elements has no need to grow, while dst might grow for each.
func (b *behind) empty(value ast.Expr) bool {
	switch e := ast.Unparen(value).(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		if !technique.IsBuiltin(b.pass.TypesInfo, e, "make") ||
			!technique.IsInt(b.pass.TypesInfo, e.Args[1], 0) {
			return false
		}
		return technique.IsInt(b.pass.TypesInfo, e.Args[len(e.Args)-1], 0)
	}
	return false
}

// onlyGrows reports whether a variable is only appended to, under its own name, and returned.
func (b *behind) onlyGrows(v *types.Var) bool {
	uses, ok := technique.LocalUses(b.pass, v)
	for _, use := range uses {
		if !technique.InFunc(use, b.cur) {
			return false
		}
		at := technique.Grown(b.pass, use)
		if at.ParentEdgeKind() == edge.ReturnStmt_Results {
			continue
		}
		at = use.Parent()
		if use.ParentEdgeKind() == edge.CallExpr_Args {
			at = at.Parent()
		}
		as, isAs := at.Node().(*ast.AssignStmt)
		if !isAs || !growsSelf(b.pass, as, v) {
			return false
		}
	}
	return ok && len(uses) > 1
}

// piece returns the code that appends an expression to dst, where that makes no slice of it.
func (b *behind) piece(dst string, e ast.Expr) (string, bool) {
	info := b.pass.TypesInfo
	e = ast.Unparen(e)
	if b.nothing(e) {
		return dst, true
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		list, ok := technique.Elements(b.pass, e)
		if !ok || len(list) == 0 {
			return dst, ok
		}
		for _, text := range list {
			dst += ", " + text
		}
		return "append(" + dst + ")", true
	case *ast.CallExpr:
		if b.converts(e) {
			return "append(" + dst + ", " + technique.Text(b.pass, e.Args[0]) + "...)", true
		}
		if !technique.IsBuiltin(info, e, "append") {
			return "", false
		}
		first, ok := b.base(dst, e)
		if !ok {
			return "", false
		}
		for _, arg := range e.Args[1:] {
			first += ", " + technique.Text(b.pass, arg)
		}
		if e.Ellipsis.IsValid() {
			first += "..."
		}
		return "append(" + first + ")", true
	}
	return "", false
}

// base returns the code that appends to dst what a call of append begins with. Nothing is lost with
// the call: that has no room for more, so that it is copied.
func (b *behind) base(dst string, call *ast.CallExpr) (string, bool) {
	if first, ok := b.piece(dst, call.Args[0]); ok {
		return first, b.early(call)
	}
	v, ok := technique.Variable(b.pass.TypesInfo, call.Args[0])
	if !ok || v.IsField() || v.Exported() || !technique.Unassigned(b.pass, v) {
		return "", false
	}
	for _, arg := range call.Args[1:] {
		if !technique.Pure(b.pass.TypesInfo, arg) {
			return "", false // it may write to the elements
		}
	}
	begun := technique.Initial(b.pass, v)
	_, isLit := ast.Unparen(begun).(*ast.CompositeLit)
	_, isMade := technique.MadeLength(b.pass.TypesInfo, begun)
	return "append(" + dst + ", " + technique.Text(b.pass, call.Args[0]) + "...)", isLit || isMade
}

// early reports whether the elements of a literal that a call of append begins with are the same
// before its other operands are evaluated as behind these, when they were read.
//
//	append([]byte{kind}, body(&kind)...)
func (b *behind) early(call *ast.CallExpr) bool {
	lit, ok := ast.Unparen(call.Args[0]).(*ast.CompositeLit)
	if !ok || !slices.ContainsFunc(call.Args[1:], func(e ast.Expr) bool {
		return !technique.Pure(b.pass.TypesInfo, e)
	}) {
		return true
	}
	return !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		v, isVar := technique.Variable(b.pass.TypesInfo, e)
		return b.pass.TypesInfo.Types[e].Value == nil &&
			!(isVar && !v.IsField() && technique.Fixed(b.pass, v))
	})
}
