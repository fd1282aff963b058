package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// field is a slice in a field of a struct that the function has just made, and
// that nothing else can reach yet.
type field struct {
	*loop
	of   *types.Var // the struct, or a pointer to it
	name string     // "list.items"
	sel  *ast.SelectorExpr
	add  *ast.AssignStmt
}

// fields proposes to give such slices their capacity.
//
//	have: t := &T{}; for _, x := range xs { t.list = append(t.list, x) }
//	want: t := &T{}; if len(xs) > 0 { t.list = make([]E, 0, len(xs)) }; for ...
func (l *loop) fields() {
	var found []*field
	for n := range ast.Preorder(l.body) {
		if f, ok := l.fieldAt(n); ok {
			found = append(found, f)
		}
	}
	for _, f := range found {
		if p, ok := f.propose(); ok {
			technique.Report(l.pass, p)
			l.made = append(l.made, f.add)
		}
	}
}

// fieldAt matches v.f = append(v.f, x).
func (l *loop) fieldAt(n ast.Node) (*field, bool) {
	f, ok := l.fieldAdd(n)
	return f, ok && !f.call().Ellipsis.IsValid()
}

// fieldAdd matches v.f = append(v.f, x) and v.f = append(v.f, list...).
func (l *loop) fieldAdd(n ast.Node) (*field, bool) {
	as, ok := n.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Tok != token.ASSIGN {
		return nil, false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(l.pass.TypesInfo, call, "append") || len(call.Args) < 2 {
		return nil, false
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	if !ok || !technique.SameExpr(l.pass.TypesInfo, sel, call.Args[0]) {
		return nil, false
	}
	v, ok := technique.Variable(l.pass.TypesInfo, sel.X)
	sec := l.pass.TypesInfo.Selections[sel]
	if !ok || sec == nil || len(sec.Index()) != 1 {
		return nil, false
	}
	return &field{loop: l, of: v, name: v.Name() + "." + sel.Sel.Name, sel: sel, add: as}, true
}

// call returns the call of append.
func (f *field) call() *ast.CallExpr { return f.add.Rhs[0].(*ast.CallExpr) }

// field returns the field itself.
func (f *field) field() *types.Var {
	return f.pass.TypesInfo.Selections[f.sel].Obj().(*types.Var)
}

// propose proposes to give the field its capacity, when that is right.
func (f *field) propose() (technique.Proposal, bool) {
	var none technique.Proposal
	count, always, ok := f.appends()
	if !ok || f.limit.hoist || f.limit.asked ||
		!f.limit.held && (!always || technique.HasJump(f.body) || f.stops()) ||
		!always && f.forked() {
		return none, false
	}
	if !f.untouched() || !technique.Predeclared(f.pass, f.stmt.Node().Pos(), "make", "len", "nil") {
		return none, false
	}
	pos := f.stmt.Node().Pos()
	typ, edits, ok := technique.TypeText(f.pass, f.file, pos, f.pass.TypesInfo.TypeOf(f.sel))
	if !ok {
		return none, false
	}
	text := f.name + " = make(" + typ + ", 0, " + f.limit.times(count) + ")"
	switch {
	case !always:
		if !listed(f.cur, f.add) || f.changes(f.limit.expr) ||
			!technique.ResolvesSameAt(f.pass, f.limit.expr, f.add.Pos()) {
			return none, false
		}
		pos, text = f.add.Pos(), "if "+f.name+" == nil {\n"+text+"\n}\n"
	case f.limit.fixed:
		text += "\n"
	default:
		text = "if " + f.limit.above() + " {\n" + text + "\n}\n"
	}
	return technique.Proposal{At: f.add.Rhs[0],
		Message: "give " + f.name + " its capacity before it is filled",
		Edits:   append(edits, technique.Insert(pos, text))}, true
}

// forked reports whether the package appends to the field and gives the result to something else:
// two of these would be in the room that is left.
func (f *field) forked() bool {
	for _, use := range technique.UsesOf(f.pass, f.field()) {
		sel := use.Parent()
		call, ok := sel.Parent().Node().(*ast.CallExpr)
		if !ok || sel.ParentEdgeIndex() > 0 ||
			!technique.IsBuiltin(f.pass.TypesInfo, call, "append") {
			continue
		}
		as, ok := sel.Parent().Parent().Node().(*ast.AssignStmt)
		if !ok || len(as.Lhs) != len(as.Rhs) || !technique.SameExpr(f.pass.TypesInfo,
			as.Lhs[sel.Parent().ParentEdgeIndex()], call.Args[0]) {
			return true
		}
	}
	return false
}

// appends returns how many elements an iteration appends to the field, and
// whether each does. It is not ok where several statements append.
func (f *field) appends() (count int, always, ok bool) {
	others := 0
	for n := range ast.Preorder(f.body) {
		if g, ok := f.fieldAt(n); ok && g.name == f.name && g.of == f.of {
			others++
		}
	}
	for cur := range f.cur.Preorder((*ast.AssignStmt)(nil)) {
		if cur.Node() != f.add {
			continue
		}
		for at := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
			(*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			ok = at == f.cur
			break
		}
	}
	for _, s := range f.body.List {
		if s == f.add {
			always = true
		}
		if always || technique.HasJump(s) {
			break
		}
	}
	return len(f.call().Args) - 1, always, ok && others == 1
}

// untouched reports whether the field is nil until the loop, and only the loop
// can reach it while it runs: before it the function makes the struct without
// the field and only uses other fields, and in it there are fields alone.
func (f *field) untouched() bool {
	fn, ok := technique.EnclosingFunc(f.cur)
	if !ok {
		return false
	}
	def, ok := fn.FindByPos(f.of.Pos(), f.of.Pos())
	if !ok {
		return false
	}
	decl, ok := f.made(def)
	if !ok || !runsOnceBefore(f.pass, decl, f.stmt) {
		return false
	}
	for id := range fn.Preorder((*ast.Ident)(nil)) {
		if f.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != f.of {
			continue
		}
		if at := id.Node().Pos(); at < f.stmt.Node().Pos() && !f.usesOther(id) ||
			f.cur.Contains(id) && !f.selects(id) {
			return false
		}
	}
	return true
}

// made returns the statement that makes the struct without the field.
func (f *field) made(def inspector.Cursor) (decl inspector.Cursor, ok bool) {
	switch parent := def.Parent().Node().(type) {
	case *ast.ValueSpec:
		_, isStruct := f.of.Type().Underlying().(*types.Struct)
		return def.Parent().Parent().Parent(), isStruct && len(parent.Values) == 0
	case *ast.AssignStmt:
		if parent.Tok != token.DEFINE || len(parent.Lhs) != 1 || len(parent.Rhs) != 1 {
			return decl, false
		}
		return def.Parent(), f.without(parent.Rhs[0])
	}
	return decl, false
}

// without reports whether an expression makes a struct in which the field is nil.
func (f *field) without(e ast.Expr) bool {
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	if call, ok := e.(*ast.CallExpr); ok {
		return technique.IsBuiltin(f.pass.TypesInfo, call, "new")
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return false // all fields
		}
		if key, ok := kv.Key.(*ast.Ident); !ok || key.Name == f.sel.Sel.Name {
			return false
		}
	}
	return true
}

// usesOther reports whether a use is of another field, which does not lead to this one.
//
//	v.g = x, v.g = append(v.g, x), if v.g > 0
func (f *field) usesOther(id inspector.Cursor) bool {
	sel, ok := id.Parent().Node().(*ast.SelectorExpr)
	if !ok || id.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	selection := f.pass.TypesInfo.Selections[sel]
	return selection != nil && selection.Kind() == types.FieldVal &&
		len(selection.Index()) == 1 && sel.Sel.Name != f.sel.Sel.Name
}

// selects reports whether a use in the loop is of one of the struct's fields, of
// which nothing takes the address, in the function itself.
func (f *field) selects(id inspector.Cursor) bool {
	sel, ok := id.Parent().Node().(*ast.SelectorExpr)
	if !ok || technique.PointedTo(f.pass.TypesInfo, id) {
		return false
	}
	selection := f.pass.TypesInfo.Selections[sel]
	if fn, _ := technique.EnclosingFunc(id); fn != f.fn() || selection == nil ||
		selection.Kind() != types.FieldVal {
		return false
	}
	if sel.Sel.Name != f.sel.Sel.Name {
		return true
	}
	as, ok := id.Parent().Parent().Node().(*ast.AssignStmt)
	call, isCall := id.Parent().Parent().Node().(*ast.CallExpr)
	return ok && as == f.add || isCall && (call == f.add.Rhs[0] && call.Args[0] == sel ||
		technique.IsBuiltin(f.pass.TypesInfo, call, "len"))
}
