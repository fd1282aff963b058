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
		return ok && len(as.Lhs) == 1 && appends(info, n, as.Lhs[0])
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

// missed reports whether an entry is stored where a lookup in the same map has found none.
//
//	if e, ok := m[k]; !ok { m[k] = x }; if e := m[k]; e != nil { return e }; m[k] = x
func (h *holders) missed(store inspector.Cursor) bool {
	fn, _ := technique.EnclosingFunc(store)
	info := h.pass.TypesInfo
	found := make(map[types.Object]bool) // variables for what was found, and for whether it was
	for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
		as := cur.Node().(*ast.AssignStmt)
		at, ok := ast.Unparen(as.Rhs[0]).(*ast.IndexExpr)
		if !ok || len(as.Rhs) != 1 || as.Pos() > store.Node().Pos() ||
			!technique.SameExpr(info, at.X, store.Node().(*ast.IndexExpr).X) {
			continue
		}
		for _, e := range as.Lhs {
			if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
				found[info.ObjectOf(id)] = true
			}
		}
	}
	for cur := store.Parent(); cur != fn; cur = cur.Parent() {
		if n, ok := cur.Parent().Node().(*ast.IfStmt); ok &&
			cur.ParentEdgeKind() == edge.IfStmt_Body && tells(info, n.Cond, found, token.NOT) {
			return true
		}
		prev, ok := cur.PrevSibling()
		for ; ok && technique.InList(cur); prev, ok = prev.PrevSibling() {
			n, is := prev.Node().(*ast.IfStmt)
			if is && n.Else == nil && technique.HasJump(n.Body) &&
				tells(info, n.Cond, found, token.ILLEGAL) {
				return true
			}
		}
	}
	return false
}

// tells reports whether a condition holds only where a lookup has found something, or with
// token.NOT, nothing.
func tells(info *types.Info, cond ast.Expr, found map[types.Object]bool, not token.Token) bool {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && found[info.ObjectOf(id)]
	}
	switch e := ast.Unparen(cond).(type) {
	case *ast.Ident:
		return not != token.NOT && is(e)
	case *ast.UnaryExpr:
		return not == token.NOT && e.Op == token.NOT && is(e.X)
	case *ast.BinaryExpr:
		op := token.NEQ
		if not == token.NOT {
			op = token.EQL
		}
		return e.Op == op && is(e.X) && info.Types[e.Y].IsNil() || e.Op == token.LAND &&
			(tells(info, e.X, found, not) || tells(info, e.Y, found, not))
	}
	return false
}
