package blocks

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// fieldLasts reports whether a field keeps the struct from which nothing in the package takes a
// single element, by itself or by a variable that has what it holds.
//
//	m := s.m; for ... { if m[k] == nil { m[k] = &T{} } }
func (m *made) fieldLasts() bool {
	field := m.field
	if field == nil {
		sel, ok := ast.Unparen(technique.Initial(m.pass, m.keeps)).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		field, _ = m.pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	}
	h := &holders{pass: m.pass, seen: make(map[*types.Var]bool)}
	return field != nil && field.IsField() && h.lasts(field) &&
		(m.field != nil || h.seen[m.keeps]) && !technique.HasGoto(m.pass, m.fn.Node())
}

// holders are the fields and variables of functions that may hold the same map or slice.
type holders struct {
	pass *analysis.Pass
	seen map[*types.Var]bool
}

// lasts reports whether what v holds loses elements only all at once.
func (h *holders) lasts(v *types.Var) bool {
	if h.seen[v] {
		return true
	}
	h.seen[v] = true
	uses := technique.UsesOf(h.pass, v)
	if v.IsField() {
		owner := technique.OwnerOf(h.pass, v)
		if owner == nil || v.Exported() || !technique.NamesFields(h.pass, owner) ||
			technique.MentionedBeside(h.pass, v.Name()) {
			return false
		}
	} else if !h.declared(v) {
		return false
	}
	return !slices.ContainsFunc(uses, func(use inspector.Cursor) bool { return !h.use(use) })
}

// declared reports whether a variable of a function begins with nothing, or with what it may have.
func (h *holders) declared(v *types.Var) bool {
	_, local := technique.LocalUses(h.pass, v)
	def, ok := technique.Definition(h.pass, v)
	if !local || !ok {
		return false
	}
	if n, ok := def.Parent().Node().(*ast.ValueSpec); ok && len(n.Values) == 0 {
		return true
	}
	return h.gives(technique.Initial(h.pass, v))
}

// gives reports whether a value is new, or what one of the holders has.
func (h *holders) gives(value ast.Expr) bool {
	if value == nil || isNew(h.pass.TypesInfo, value) {
		return value != nil
	}
	return h.named(value)
}

// named reports whether an expression names a variable or field that lasts.
func (h *holders) named(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if sel, field := ast.Unparen(e).(*ast.SelectorExpr); field {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	v, ok := h.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && h.lasts(v)
}

// use judges one use of a holder.
func (h *holders) use(cur inspector.Cursor) bool {
	info := h.pass.TypesInfo
	if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	kind, i := cur.ParentEdge()
	switch n := cur.Parent().Node().(type) {
	case *ast.KeyValueExpr:
		return kind == edge.KeyValueExpr_Key && h.gives(n.Value)
	case *ast.AssignStmt:
		if len(n.Lhs) != len(n.Rhs) {
			return false
		}
		if kind == edge.AssignStmt_Lhs {
			return h.gives(n.Rhs[i]) || appends(info, n.Rhs[i], n.Lhs[i])
		}
		return h.named(n.Lhs[i])
	case *ast.ValueSpec:
		v, ok := info.Defs[n.Names[min(i, len(n.Names)-1)]].(*types.Var)
		return kind == edge.ValueSpec_Values && ok && h.lasts(v)
	case *ast.IndexExpr:
		return kind == edge.IndexExpr_X && h.element(cur.Parent())
	case *ast.RangeStmt:
		return kind == edge.RangeStmt_X
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.CallExpr:
		if technique.IsBuiltin(info, n, "len") {
			return true
		}
		as, ok := cur.Parent().Parent().Node().(*ast.AssignStmt)
		return ok && len(as.Lhs) == 1 && appends(info, n, as.Lhs[0]) &&
			(i == 0 || h.named(as.Lhs[0])) // the other gets all elements
	}
	return false
}

// appends reports whether a value is what append makes of what it is given to.
func appends(info *types.Info, value, to ast.Expr) bool {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	return ok && technique.IsBuiltin(info, call, "append") &&
		technique.SameExpr(info, call.Args[0], to)
}

// element judges a use of an element: none may be replaced. A map has none for a key that was
// looked up before.
func (h *holders) element(cur inspector.Cursor) bool {
	if given, addressed := technique.Replaced(cur); !given || addressed {
		return !addressed
	}
	_, isMap := h.pass.TypesInfo.TypeOf(cur.Node().(*ast.IndexExpr).X).Underlying().(*types.Map)
	return isMap && h.missed(cur)
}

// missed reports whether an entry is stored where a lookup in the same map, with what its key is
// made of, has found none.
//
//	if e, ok := m[k]; !ok { m[k] = x }; if e := m[k]; e != nil { return e }; m[k] = x
func (h *holders) missed(store inspector.Cursor) bool {
	fn, _ := technique.EnclosingFunc(store)
	info, entry := h.pass.TypesInfo, store.Node().(*ast.IndexExpr)
	found := make(found) // what was found, and whether it was
	for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
		as := cur.Node().(*ast.AssignStmt)
		at, ok := ast.Unparen(as.Rhs[0]).(*ast.IndexExpr)
		if !ok || len(as.Rhs) != 1 || as.Pos() > entry.Pos() ||
			!technique.SameExpr(info, at.X, entry.X) || !h.sameKey(at.Index, entry.Index) {
			continue
		}
		for _, e := range as.Lhs {
			if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
				found[info.ObjectOf(id)] = as.End()
			}
		}
	}
	for cur := store.Parent(); cur != fn; cur = cur.Parent() {
		if n, ok := cur.Parent().Node().(*ast.IfStmt); ok &&
			cur.ParentEdgeKind() == edge.IfStmt_Body && found.none(h.pass, n.Cond) {
			return true
		}
		prev, ok := cur.PrevSibling()
		for ; ok && technique.InList(cur); prev, ok = prev.PrevSibling() {
			n, is := prev.Node().(*ast.IfStmt)
			if is && n.Else == nil && leaves(n.Body) && found.one(h.pass, n.Cond) {
				return true
			}
		}
	}
	return false
}

// leaves reports whether a block ends with a statement that leaves it.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// sameKey reports whether two keys are made of the same variable or field.
//
//	m[e.name], key := strings.Clone(e.name), m[key]
func (h *holders) sameKey(a, b ast.Expr) bool {
	if technique.SameExpr(h.pass.TypesInfo, a, b) {
		return true
	}
	from, with := make(map[*types.Var]bool), make(map[*types.Var]bool)
	h.madeOf(a, from)
	h.madeOf(b, with)
	for v := range from {
		if with[v] {
			return true
		}
	}
	return false
}

// madeOf adds the variables and fields that an expression names, and those that they begin with.
func (h *holders) madeOf(e ast.Expr, vars map[*types.Var]bool) {
	if e == nil {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if sel, field := n.(*ast.SelectorExpr); field {
			id, ok = sel.Sel, true // not what it is a field of
		}
		if v, isVar := h.pass.TypesInfo.ObjectOf(id).(*types.Var); ok && isVar && !vars[v] {
			vars[v] = true
			if !v.IsField() {
				h.madeOf(technique.Initial(h.pass, v), vars)
			}
			return false
		}
		return true
	})
}

// found are the variables for what lookups found and for whether they did, with the ends of the
// lookups.
type found map[types.Object]token.Pos

// none reports whether a condition holds only where a lookup has found nothing.
//
//	!ok, e == nil, !ok && more
func (f found) none(pass *analysis.Pass, cond ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && f.has(pass, e.X)
	case *ast.BinaryExpr:
		return e.Op == token.EQL && f.has(pass, e.X) && pass.TypesInfo.Types[e.Y].IsNil() ||
			e.Op == token.LAND && (f.none(pass, e.X) || f.none(pass, e.Y))
	}
	return false
}

// one reports whether a condition holds wherever a lookup has found something.
//
//	ok, e != nil, ok || more
func (f found) one(pass *analysis.Pass, cond ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.Ident:
		return f.has(pass, e)
	case *ast.BinaryExpr:
		return e.Op == token.NEQ && f.has(pass, e.X) && pass.TypesInfo.Types[e.Y].IsNil() ||
			e.Op == token.LOR && (f.one(pass, e.X) || f.one(pass, e.Y))
	}
	return false
}

// has reports whether an expression is a variable that has what a lookup gave it.
func (f found) has(pass *analysis.Pass, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v := pass.TypesInfo.ObjectOf(id)
	since, ok := f[v]
	return ok && !slices.ContainsFunc(technique.UsesOf(pass, v), func(use inspector.Cursor) bool {
		given, addressed := technique.Replaced(use)
		return (given || addressed) && since < use.Node().Pos() && use.Node().Pos() < id.Pos()
	})
}
