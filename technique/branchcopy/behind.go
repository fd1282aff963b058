package branchcopy

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// readBehind reports whether a use of v behind a branch finds there what the branch left, though
// the branch keeps the address of a copy: the branch and the use only read v, and what has the
// address stays, until the use has run, in variables of the function that no code looks into, or
// the function only reads until then.
//
//	have: if bad(t) { errs = append(errs, &Error{&t.pos}) }; list = append(list, t)
//	want: if bad(t) { t := t; errs = append(errs, &Error{&t.pos}) }; list = append(list, t)
func (l *lender) readBehind(b, use inspector.Cursor, v *types.Var, uses []inspector.Cursor) bool {
	if l.writes(use) {
		return false
	}
	until := readBy(use, v)
	for _, in := range uses {
		if !inOne(in, []inspector.Cursor{b}) {
			continue
		}
		if keptByAddress(l.pass, in) == nil {
			if l.writes(in) {
				return false
			}
			continue
		}
		h := &holder{l, until, make(map[*types.Var]bool)}
		if !h.leads(partOf(l.pass, in).Parent()) {
			return false
		}
	}
	return true
}

// readBy returns where the statement, or the head of one, that a use stands in has run, and the
// loops around it that v is not declared in.
func readBy(use inspector.Cursor, v *types.Var) token.Pos {
	end := use.Node().End()
	for cur := use; ; cur = cur.Parent() {
		switch n := cur.Node().(type) {
		case ast.Expr, *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt, *ast.SendStmt,
			*ast.IncDecStmt, *ast.DeclStmt, *ast.GenDecl, *ast.ValueSpec, *ast.GoStmt,
			*ast.DeferStmt:
			end = n.End()
			continue
		}
		break
	}
	for loop := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() > v.Pos() {
			end = loop.Node().End()
		}
	}
	return end
}

// holder follows an address through the variables of a function.
type holder struct {
	*lender
	until token.Pos // behind which it may go anywhere
	held  map[*types.Var]bool
}

// leads reports whether an expression that has the address is put into nothing but variables of
// the function, or returned.
func (h *holder) leads(cur inspector.Cursor) bool {
	for ; ; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.CompositeLit_Elts, edge.KeyValueExpr_Value, edge.UnaryExpr_X, edge.ParenExpr_X:
		case edge.CallExpr_Args:
			call := cur.Parent().Node().(*ast.CallExpr)
			switch {
			case technique.IsBuiltin(h.pass.TypesInfo, call, "len"):
				return true
			case !technique.IsBuiltin(h.pass.TypesInfo, call, "append"):
				return false
			case cur.ParentEdgeIndex() > 0 && !h.room(call.Args[0], cur) && !h.still(cur):
				return false
			}
		case edge.ReturnStmt_Results:
			return true
		case edge.BinaryExpr_X, edge.BinaryExpr_Y:
			n := cur.Parent().Node().(*ast.BinaryExpr)
			return h.pass.TypesInfo.Types[n.X].IsNil() || h.pass.TypesInfo.Types[n.Y].IsNil()
		case edge.AssignStmt_Rhs:
			as := cur.Parent().Node().(*ast.AssignStmt)
			return len(as.Lhs) == len(as.Rhs) && h.into(as.Lhs[cur.ParentEdgeIndex()], cur)
		case edge.ValueSpec_Values:
			spec := cur.Parent().Node().(*ast.ValueSpec)
			return len(spec.Names) == len(spec.Values) &&
				h.into(spec.Names[cur.ParentEdgeIndex()], cur)
		default:
			return false
		}
	}
}

// into reports whether the address may be put into a variable of the function, or a field of
// one: until all is read that is to be, nothing is done with it but what leads to another one.
func (h *holder) into(to ast.Expr, from inspector.Cursor) bool {
	id := technique.Root(to)
	if id == nil {
		return false
	}
	v, ok := h.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return technique.IsBlank(to)
	}
	if h.held[v] {
		return true
	}
	h.held[v] = true
	uses, ok := technique.LocalUses(h.pass, v)
	if !ok || !h.field(to) {
		return h.still(from)
	}
	looped, end := h.again(v, from)
	for _, use := range uses {
		if _, captured := capturing(use, v); captured {
			return false
		}
		pos := use.Node().Pos()
		behind := from.Node().Pos() <= pos && pos < h.until
		part := partOf(h.pass, use)
		switch {
		case part.ParentEdgeKind() == edge.AssignStmt_Lhs:
		case h.place(use) != value && (looped || !behind) && pos < end:
			return false // another has its address
		case behind && !h.leads(part):
			return false
		}
	}
	return true
}

// field reports whether an expression is a variable or a field within one.
func (h *holder) field(to ast.Expr) bool {
	sel, ok := ast.Unparen(to).(*ast.SelectorExpr)
	if !ok {
		_, ok = ast.Unparen(to).(*ast.Ident)
		return ok
	}
	s := h.pass.TypesInfo.Selections[sel]
	return s != nil && s.Kind() == types.FieldVal && !s.Indirect() && h.field(sel.X)
}

// still reports whether the function itself does nothing, from where an address is kept until all
// is read that is to be, that could write through it, and calls no function that could.
func (h *holder) still(from inspector.Cursor) bool {
	fn, ok := technique.EnclosingFunc(from)
	if !ok {
		return false
	}
	for cur := range fn.Preorder((*ast.CallExpr)(nil), (*ast.AssignStmt)(nil),
		(*ast.IncDecStmt)(nil), (*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil),
		(*ast.SendStmt)(nil), (*ast.SliceExpr)(nil)) {
		n := cur.Node()
		if n.End() <= from.Node().Pos() || h.until <= n.Pos() {
			continue
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			info := h.pass.TypesInfo
			ok = ok && (info.Types[n.Fun].IsType() || technique.IsBuiltin(info, n, "append") ||
				technique.IsBuiltin(info, n, "len"))
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				ok = ok && (h.own(to) || cur.Contains(from))
			}
		case *ast.IncDecStmt:
			ok = ok && h.own(n.X)
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.RangeStmt:
			switch h.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
			case *types.Basic, *types.Slice, *types.Array, *types.Map:
				ok = ok && (n.Key == nil || h.own(n.Key)) && (n.Value == nil || h.own(n.Value))
			default:
				ok = false
			}
		case *ast.SliceExpr:
			switch h.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
			case *types.Basic, *types.Slice:
			default:
				ok = false // append may write there
			}
		case *ast.SendStmt:
			return false
		}
	}
	return ok
}

// own reports whether an expression is a variable of the function, or a field within one.
func (h *holder) own(to ast.Expr) bool {
	v, ok := h.pass.TypesInfo.ObjectOf(technique.Root(to)).(*types.Var)
	if ok && h.field(to) {
		_, ok = technique.LocalUses(h.pass, v)
		return ok
	}
	return technique.IsBlank(to)
}
