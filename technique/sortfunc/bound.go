package sortfunc

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// byBound matches a method that is bound to what holds the slice, and says there which index is
// less. It only reads, so that it finds the same slice however often it is asked.
//
//	have: sort.Slice(l.items, l.less)
//	want: slices.SortFunc(l.items, func(a, b item) int { return cmp.Compare(a.n, b.n) })
func (c *call) byBound(name string, bound *ast.SelectorExpr, elem types.Type) (
	p technique.Proposal, ok bool) {
	info := c.pass.TypesInfo
	sel, path := info.Selections[bound], []*types.Var(nil)
	if sel == nil || sel.Kind() != types.MethodVal || !technique.Pure(info, bound.X) {
		return p, false
	}
	if path, ok = between(info, bound.X, c.expr.Args[0]); !ok {
		return p, false
	}
	m, ok := c.method(info.TypeOf(bound.X), bound.Sel.Name)
	if !ok || m.recv == nil || sel.Obj().(*types.Func).Signature().RecvTypeParams() != nil ||
		!effects.OnlyOf(c.pass, m.decl, effects.Panics|effects.Keeps) {
		return p, false
	}
	s := &sorter{call: c, arg: bound.X, path: path, elem: elem}
	l := &less{call: c, typ: m.decl.Type, body: m.decl.Body, sorter: s, method: m}
	if !l.read(c.cur.Inspector().Root()) || !c.sameHere(m.decl) || !s.steady(m.decl.Body) {
		return p, false
	}
	text, edits, ok := l.asFunc(elem, false)
	return c.replaced(name, map[ast.Expr]string{c.expr.Args[1]: text}, edits), ok
}

// between returns the fields that lead from one expression to another. It is not ok where they
// do not.
func between(info *types.Info, from, to ast.Expr) (path []*types.Var, ok bool) {
	for e := ast.Unparen(to); ; {
		if technique.SameExpr(info, from, e) {
			return path, true
		}
		field, ok := e.(*ast.SelectorExpr)
		if !ok || info.Selections[field] == nil ||
			info.Selections[field].Kind() != types.FieldVal {
			return nil, false
		}
		sel := info.Selections[field]
		path = slices.Concat(fieldsAt(sel.Recv(), sel.Index()), path)
		e = ast.Unparen(field.X)
	}
}
