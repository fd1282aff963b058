package together

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// assigned finds the parts that the statements after the literal give to fields of the new
// struct. Each runs at most once for a struct, because it stands in the same list.
//
//	q := &queue{}
//	q.cond = sync.NewCond(&q.mu)
func (o *object) assigned(cur inspector.Cursor) {
	v, ok := newStruct(o.pass, cur)
	if !ok {
		return
	}
	set, _ := given(o.pass.TypesInfo, cur.Node().(ast.Expr))
	defer func() { o.at = nil }()
	for next, ok := cur.Parent().NextSibling(); ok && !leaves(o.pass, next); next, ok =
		next.NextSibling() {
		as, field, ok := fieldOf(o.pass, next, v)
		if !ok || set == nil || set[field] {
			continue
		}
		set[field] = true
		o.at, o.acts = as, o.does(as.Rhs[0])
		o.element(field, as.Rhs[0])
	}
}

// newStruct returns the variable that a statement declares for a new struct, if it never
// gets another one.
func newStruct(pass *analysis.Pass, made inspector.Cursor) (*types.Var, bool) {
	if made.ParentEdgeKind() != edge.AssignStmt_Rhs || !technique.InList(made.Parent()) {
		return nil, false
	}
	v, _, _ := technique.Declared(pass.TypesInfo, made.Parent().Node())
	if v == nil || !technique.Unassigned(pass, v) {
		return nil, false
	}
	for fn := range made.Enclosing((*ast.FuncDecl)(nil)) {
		return v, !technique.HasGoto(pass, fn.Node())
	}
	return nil, false
}

// given returns the fields to which &T{...} or new(T) gives values; nil for all.
func given(info *types.Info, made ast.Expr) (set map[*types.Var]bool, ok bool) {
	set = make(map[*types.Var]bool)
	switch made := ast.Unparen(made).(type) {
	case *ast.CallExpr:
		return set, technique.IsBuiltin(info, made, "new")
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(made.X).(*ast.CompositeLit)
		if !ok || made.Op != token.AND {
			return nil, false
		}
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				return nil, true
			}
			key, _ := kv.Key.(*ast.Ident)
			if field, ok := info.Uses[key].(*types.Var); ok {
				set[field] = true
			}
		}
		return set, true
	}
	return nil, false
}

// fieldOf matches v.f = x, and returns the field.
func fieldOf(pass *analysis.Pass, cur inspector.Cursor, v *types.Var) (
	as *ast.AssignStmt, field *types.Var, ok bool) {
	as, ok = cur.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil, nil, false
	}
	left, ok := as.Lhs[0].(*ast.SelectorExpr)
	if !ok || !technique.Names(pass.TypesInfo, left.X, v) {
		return nil, nil, false
	}
	sel := pass.TypesInfo.Selections[left]
	if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
		return nil, nil, false
	}
	field, ok = sel.Obj().(*types.Var)
	return as, field, ok
}

// leaves reports whether a statement may return otherwise than with an error: then what the
// later ones make would be wasted.
func leaves(pass *analysis.Pass, cur inspector.Cursor) bool {
	for n := range ast.Preorder(cur.Node()) {
		ret, ok := n.(*ast.ReturnStmt)
		if ok && (len(ret.Results) == 0 ||
			!technique.IsFailure(pass.TypesInfo, ret.Results[len(ret.Results)-1])) {
			return true
		}
	}
	return false
}

// begins reports whether the use of a field in an assignment gives it its first value: the
// struct is made before, in the same list, and nothing in between gives it one.
func begins(pass *analysis.Pass, use inspector.Cursor) bool {
	left := use.Node().(*ast.SelectorExpr)
	v, ok := technique.Variable(pass.TypesInfo, left.X)
	if !ok {
		return false
	}
	as := use.Parent()
	for prev, ok := as.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		declared, _, value := technique.Declared(pass.TypesInfo, prev.Node())
		if declared == v && value != nil {
			set, made := given(pass.TypesInfo, value)
			return made && set != nil && !set[pass.TypesInfo.Uses[left.Sel].(*types.Var)]
		}
		for n := range ast.Preorder(prev.Node()) {
			if e, ok := n.(ast.Expr); ok && technique.SameExpr(pass.TypesInfo, e, left) {
				return false
			}
		}
	}
	return false
}

// own reports whether an expression is all that a statement of its own evaluates: it need
// not be evaluated earlier than that.
func (o *object) own(e ast.Expr) bool {
	as, ok := o.at.(*ast.AssignStmt)
	return ok && ast.Unparen(as.Rhs[0]) == e
}

// condition adds the sync.Cond of sync.NewCond, which sets nothing but its lock.
func (o *object) condition(field *types.Var, call *ast.CallExpr) bool {
	if !o.own(call) && !o.early(&ast.CompositeLit{Elts: call.Args}) {
		return true
	}
	t := o.pass.TypesInfo.TypeOf(call).Underlying().(*types.Pointer).Elem()
	typ, edits, ok := technique.TypeText(o.pass, o.file, call.Pos(), t)
	if !ok || len(edits) > 0 {
		return true
	}
	return o.add(field, t, part{make: call, typ: typ, with: "&%s",
		fill: "L = " + technique.Text(o.pass, call.Args[0])})
}
