package fieldbuf

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// shown reports whether the package may look at all fields of a value: it makes an interface of
// one, or of what holds one, or gives a pointer to that to a function that takes anything, other
// than those that only hold it.
func (o *owner) shown() bool {
	for _, file := range o.pass.Files {
		for _, decl := range file.Decls {
			root, ok := technique.Find(o.pass, decl)
			if !ok || o.shownIn(root) {
				return true
			}
		}
	}
	return false
}

// shownIn reports whether a declaration does so.
func (o *owner) shownIn(root inspector.Cursor) bool {
	for cur := range root.Preorder() {
		e, ok := cur.Node().(ast.Expr)
		if ok && o.pass.TypesInfo.Types[e].IsValue() && o.shows(cur, e) {
			return true
		}
	}
	return false
}

// shows reports whether an expression is such a value, and stands where all of it may be seen.
func (o *owner) shows(cur inspector.Cursor, e ast.Expr) bool {
	to := technique.Interface(o.pass, cur)
	if to == nil {
		to = o.elementOf(cur)
	}
	if to == nil || !types.IsInterface(to) {
		return false
	}
	t := o.pass.TypesInfo.TypeOf(e)
	if p, pointer := types.Unalias(t).(*types.Pointer); pointer {
		return o.called(cur) && to.Underlying().(*types.Interface).Empty() &&
			leads(p.Elem(), o.obj.Type(), nil)
	}
	return leads(t, o.obj.Type(), nil)
}

// called reports whether a value is an argument of a function that may look at all of it.
func (o *owner) called(cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := technique.Func(o.pass.TypesInfo, call)
	return ok && fn.Pkg() != nil && !strings.HasPrefix(fn.Pkg().Path(), "sync")
}

// elementOf returns the type of the elements of a literal of a list or a map in which a value
// stands, or of what a channel carries; nil for other places.
func (o *owner) elementOf(cur inspector.Cursor) types.Type {
	info := o.pass.TypesInfo
	switch n := cur.Parent().Node().(type) {
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && n.Value == cur.Node() {
			if field, ok := info.Uses[key].(*types.Var); ok && field.IsField() {
				return field.Type()
			}
		}
		return o.elementOf(cur.Parent())
	case *ast.CompositeLit:
		if list, ok := info.TypeOf(n).Underlying().(interface{ Elem() types.Type }); ok {
			return list.Elem()
		}
	case *ast.SendStmt:
		return info.TypeOf(n.Chan).Underlying().(interface{ Elem() types.Type }).Elem()
	}
	return nil
}

// leads reports whether a value of type t has one of type part in it, or in its elements.
func leads(t, part types.Type, within []types.Type) bool {
	for _, other := range within {
		if types.Identical(t, other) {
			return false
		}
	}
	if types.Identical(t, part) {
		return true
	}
	within = append(within, t)
	switch u := t.Underlying().(type) {
	case *types.Array:
		return leads(u.Elem(), part, within)
	case *types.Slice:
		return leads(u.Elem(), part, within)
	case *types.Map:
		return leads(u.Elem(), part, within) || leads(u.Key(), part, within)
	case *types.Struct:
		for f := range u.Fields() {
			if leads(f.Type(), part, within) {
				return true
			}
		}
	}
	return false
}

// mayBeNil reports whether the method asks if its receiver is nil, other than to return at once
// before the place: then the receiver may be nil there, and has no field.
func (s *site) mayBeNil() bool {
	info := s.pass.TypesInfo
	guards := map[ast.Node]bool{}
	for _, stmt := range s.decl.Body.List {
		check, ok := stmt.(*ast.IfStmt)
		if !ok || s.cur.Node().Pos() < check.End() || check.Init != nil || check.Else != nil {
			continue
		}
		cond, ok := check.Cond.(*ast.BinaryExpr)
		last := len(check.Body.List) - 1
		if !ok || cond.Op != token.EQL || last < 0 {
			continue
		}
		_, guards[cond] = check.Body.List[last].(*ast.ReturnStmt)
	}
	for n := range ast.Preorder(s.decl.Body) {
		cmp, ok := n.(*ast.BinaryExpr)
		if ok && !guards[cmp] && (technique.Names(info, ast.Unparen(cmp.X), s.recv) ||
			technique.Names(info, ast.Unparen(cmp.Y), s.recv)) {
			return true
		}
	}
	return false
}
