package sortfunc

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// method is a method of what is sorted.
type method struct {
	info *types.Info
	decl *ast.FuncDecl
	recv types.Object // nil where it has no name
	path []*types.Var // the embedded fields that lead to the receiver
}

// method returns a method of a type, which this package declares.
func (c *call) method(t types.Type, name string) (m method, ok bool) {
	obj, index, _ := types.LookupFieldOrMethod(t, true, c.pass.Pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return m, false
	}
	m = method{info: c.pass.TypesInfo, decl: technique.DeclOf(c.pass, fn),
		path: fieldsAt(t, index[:len(index)-1])}
	if m.decl == nil || m.decl.Body == nil {
		return m, false
	}
	if names := m.decl.Recv.List[0].Names; len(names) > 0 {
		m.recv = c.pass.TypesInfo.Defs[names[0]]
	}
	return m, true
}

// fieldsAt returns the fields to which indices lead.
func fieldsAt(t types.Type, index []int) (list []*types.Var) {
	for _, i := range index {
		field := structOf(t).Field(i)
		list, t = append(list, field), field.Type()
	}
	return list
}

// structOf returns the struct that a type is or points to, or nil.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// fields returns the fields that lead from what is sorted to what an expression of the
// method names.
func (m method) fields(e ast.Expr) (path []*types.Var, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return slices.Clone(m.path), m.recv != nil && m.info.Uses[e] == m.recv
	case *ast.SelectorExpr:
		sel := m.info.Selections[e]
		if path, ok = m.fields(e.X); !ok || sel == nil || sel.Kind() != types.FieldVal {
			return nil, false
		}
		return append(path, fieldsAt(sel.Recv(), sel.Index())...), true
	}
	return nil, false
}

// names reports whether an expression names what some fields lead to.
func (m method) names(e ast.Expr, path []*types.Var) bool {
	found, ok := m.fields(e)
	return ok && slices.Equal(found, path)
}

// measured returns the fields that lead to the slice of which the method Len returns the
// length, if it does no more.
func (m method) measured() (path []*types.Var, ok bool) {
	call, ok := m.returns().(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(m.info, call, "len") {
		return nil, false
	}
	return m.fields(call.Args[0])
}

// returns returns the expression that the method returns, if it does no more; else nil.
func (m method) returns() ast.Expr {
	if len(m.decl.Body.List) != 1 {
		return nil
	}
	ret, ok := m.decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return ret.Results[0]
}

// swaps reports whether the method Swap exchanges two elements of the slice, and no more.
func (m method) swaps(path []*types.Var) bool {
	if len(m.decl.Body.List) != 1 {
		return false
	}
	as, ok := m.decl.Body.List[0].(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 2 {
		return false
	}
	if !technique.SameExpr(m.info, as.Lhs[0], as.Rhs[1]) ||
		!technique.SameExpr(m.info, as.Lhs[1], as.Rhs[0]) {
		return false
	}
	x, ok1 := as.Lhs[0].(*ast.IndexExpr)
	y, ok2 := as.Lhs[1].(*ast.IndexExpr)
	if !ok1 || !ok2 || !m.names(x.X, path) || !m.names(y.X, path) {
		return false
	}
	i, j, ok := params(m.info, m.decl.Type)
	return ok && (technique.Names(m.info, x.Index, i) && technique.Names(m.info, y.Index, j) ||
		technique.Names(m.info, x.Index, j) && technique.Names(m.info, y.Index, i))
}

// asks returns the fields that lead to the function that the method Less asks about the
// same indices, if it does no more.
func (m method) asks() (path []*types.Var, ok bool) {
	call, ok := m.returns().(*ast.CallExpr)
	i, j, named := params(m.info, m.decl.Type)
	if !ok || !named || len(call.Args) != 2 || !technique.Names(m.info, call.Args[0], i) ||
		!technique.Names(m.info, call.Args[1], j) {
		return nil, false
	}
	return m.fields(call.Fun)
}

// params returns the two indices that a function takes; its result must have no name.
func params(info *types.Info, t *ast.FuncType) (i, j types.Object, ok bool) {
	var names []types.Object
	for _, field := range t.Params.List {
		for _, name := range field.Names {
			names = append(names, info.Defs[name])
		}
	}
	if len(names) != 2 || t.Results != nil && len(t.Results.List[0].Names) > 0 {
		return nil, nil, false
	}
	return names[0], names[1], true
}

// sameHere reports whether what the body of fn names means the same at the
// call, apart from what it declares itself.
func (c *call) sameHere(fn *ast.FuncDecl) bool {
	for n := range ast.Preorder(fn.Body) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		obj := c.pass.TypesInfo.Uses[id]
		if obj == nil || fn.Pos() <= obj.Pos() && obj.Pos() < fn.End() {
			continue
		}
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
			continue // a method, found through its value
		}
		if v, ok := obj.(*types.Var); ok && v.IsField() {
			continue
		}
		if !technique.ResolvesSameAt(c.pass, id, c.expr.Pos()) {
			return false
		}
	}
	return true
}
