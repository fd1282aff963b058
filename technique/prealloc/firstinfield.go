package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// firstInField proposes room in a field that is nil when its first element comes, where an
// iteration may leave the function before: then the field has to stay as it was. Nothing comes
// between the room and the element that could panic or look at the field. The operand of the loop
// may get a variable only where there is but one such field.
//
//	have: x, err := parse(s); if err != nil { return err }; t.list = append(t.list, x)
//	want: ...; if t.list == nil { t.list = make([]T, 0, len(all)) }; t.list = append(t.list, x)
func (l *loop) firstInField(t target, alone bool) (p technique.Proposal, ok bool) {
	as, ok := t.stmt.(*ast.AssignStmt)
	if !ok || !l.limit.held || l.limit.signed || l.limit.asked || l.limit.hoist && !alone {
		return p, false
	}
	f, ok := l.fieldAt(as)
	if !ok || !l.ownField(t) || f.forked() || l.handsOn(f) || !l.limit.hoist && !l.lasts(t) {
		return p, false
	}
	at, ok := l.cur.FindNode(as)
	if prev, behind := at.PrevSibling(); ok && behind && l.sets(prev.Node(), f.sel) {
		return p, false // it has room
	}
	if !ok || slices.ContainsFunc(t.call.Args[1:], func(arg ast.Expr) bool {
		return !l.calculates(at, arg)
	}) || !technique.Predeclared(l.pass, as.Pos(), "make", "len", "nil") {
		return p, false
	}
	typ, edits, ok := technique.TypeText(l.pass, l.file, as.Pos(), l.pass.TypesInfo.TypeOf(f.sel))
	edits = append(append(edits, l.kept(l.stmt.Node())...), technique.Insert(as.Pos(),
		"if "+f.name+" == nil {\n"+f.name+" = make("+typ+", 0, "+l.limit.times(t.count)+")\n}\n"))
	return technique.Proposal{At: t.call,
		Message: "give " + f.name + " its capacity with its first element", Edits: edits}, ok
}

// handsOn reports whether the loop gives the slice in the field, or the struct, to something else:
// there the slice would be empty and not nil, or it would lead to the room for later elements.
//
//	t.list = append(t.list, item{before: t.list}); all = append(all, *t)
func (l *loop) handsOn(f *field) bool {
	for _, use := range technique.UsesOf(l.pass, f.field()) {
		if l.cur.Contains(use) && !l.onlyAsks(use.Parent()) {
			return true
		}
	}
	for cur := range l.cur.Preorder((*ast.Ident)(nil), (*ast.SelectorExpr)(nil),
		(*ast.StarExpr)(nil), (*ast.IndexExpr)(nil)) {
		e := cur.Node().(ast.Expr)
		if tv := l.pass.TypesInfo.Types[e]; !tv.IsValue() || !holdsField(tv.Type, f.field()) {
			continue
		}
		switch cur.ParentEdgeKind() {
		case edge.SelectorExpr_X, edge.UnaryExpr_X, edge.ParenExpr_X:
			continue // of a part of it
		}
		return true
	}
	return false
}

// onlyAsks reports whether a use of a field appends to it, or asks for its length, whether it is
// nil, or for its elements.
func (l *loop) onlyAsks(sel inspector.Cursor) bool {
	switch n := sel.Parent().Node().(type) {
	case *ast.AssignStmt:
		return sel.ParentEdgeKind() == edge.AssignStmt_Lhs
	case *ast.IndexExpr, *ast.RangeStmt:
		return true
	case *ast.BinaryExpr:
		return sel.ParentEdgeKind() == edge.BinaryExpr_X
	case *ast.CallExpr:
		return sel.ParentEdgeIndex() == 0 && sel.ParentEdgeKind() == edge.CallExpr_Args &&
			(technique.IsBuiltin(l.pass.TypesInfo, n, "append") ||
				technique.IsBuiltin(l.pass.TypesInfo, n, "len"))
	}
	return false
}

// holdsField reports whether a field is part of a value of a type.
func holdsField(t types.Type, field *types.Var) bool {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return holdsField(t.Elem(), field)
	case *types.Struct:
		for f := range t.Fields() {
			if f.Origin() == field.Origin() || holdsField(f.Type(), field) {
				return true
			}
		}
	}
	return false
}

// lasts reports whether the length of what the loop goes over can be asked for in it: that is a
// variable, or a field of one, and the loop gives neither another value.
func (l *loop) lasts(t target) bool {
	of := ast.Unparen(l.limit.expr)
	if call, ok := of.(*ast.CallExpr); ok && technique.IsBuiltin(l.pass.TypesInfo, call, "len") {
		of = ast.Unparen(call.Args[0])
	}
	if !technique.ResolvesSameAt(l.pass, of, t.stmt.Pos()) {
		return false
	}
	sel, ok := of.(*ast.SelectorExpr)
	if !ok {
		_, isVar := technique.Variable(l.pass.TypesInfo, of)
		return isVar && !l.changes(of)
	}
	v, ok := technique.Variable(l.pass.TypesInfo, sel.X)
	if !ok {
		return false
	}
	_, local := technique.LocalUses(l.pass, v)
	return local && !l.reassigns(v) && !slices.ContainsFunc(l.body.List,
		func(stmt ast.Stmt) bool { return l.sets(stmt, sel) })
}

// sets reports whether code assigns to a field.
func (l *loop) sets(n ast.Node, field *ast.SelectorExpr) bool {
	for n := range ast.Preorder(n) {
		as, ok := n.(*ast.AssignStmt)
		if ok && slices.ContainsFunc(as.Lhs, func(to ast.Expr) bool {
			return technique.SameExpr(l.pass.TypesInfo, to, field)
		}) {
			return true
		}
	}
	return false
}

// calculates reports whether an expression in a statement calls nothing of the package and cannot
// panic: a pointer that it looks through has been looked through before.
func (l *loop) calculates(stmt inspector.Cursor, e ast.Expr) bool {
	info := l.pass.TypesInfo
	if tv := info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	all := func(list []ast.Expr) bool {
		return !slices.ContainsFunc(list, func(e ast.Expr) bool { return !l.calculates(stmt, e) })
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.FuncLit:
		return true
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil {
			return true // of another package
		}
		if sel.Kind() != types.FieldVal || !sel.Indirect() {
			return sel.Kind() == types.FieldVal && l.calculates(stmt, e.X)
		}
		v, ok := technique.Variable(info, e.X)
		return ok && len(sel.Index()) == 1 && !v.IsField() &&
			technique.FollowedBefore(l.pass, stmt, v) && !l.changes(e.X)
	case *ast.CompositeLit:
		_, isMap := info.TypeOf(e).Underlying().(*types.Map) // not each key can be one
		return !isMap && all(e.Elts)
	case *ast.KeyValueExpr:
		_, isField := e.Key.(*ast.Ident)
		return isField && l.calculates(stmt, e.Value)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && l.calculates(stmt, e.X)
	case *ast.BinaryExpr:
		basic, ok := info.TypeOf(e.X).Underlying().(*types.Basic)
		return ok && (e.Op == token.ADD || e.Op == token.SUB || e.Op == token.MUL ||
			basic.Info()&types.IsBoolean != 0) && all([]ast.Expr{e.X, e.Y})
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			_, basic := info.TypeOf(e).Underlying().(*types.Basic)
			return basic && all(e.Args)
		}
		return effects.Computes(l.pass, e) && !e.Ellipsis.IsValid() && all(e.Args)
	}
	return false
}
