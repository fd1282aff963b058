package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// found reports whether the upper bound of a slice cannot exceed the length of
// the text: where it is negative, both types panic in the same words.
func (t *trail) found(cur inspector.Cursor) bool {
	n := cur.Node().(*ast.SliceExpr)
	x, ok := t.local(n.X)
	return ok && t.within(cur, n.High, x)
}

// within reports whether an upper bound of the slice at cur cannot exceed the
// length of the text x. It is 0, the end of the text or what lies before that,
// or the least of several numbers of which one is such.
//
//	x[:len(x)-1], x[:len(x)-len(suffix)], x[:min(n, len(x))]
func (t *trail) within(cur inspector.Cursor, high ast.Expr, x types.Object) bool {
	info := t.pass.TypesInfo
	if technique.IsInt(info, high, 0) || t.end(cur, high, x) {
		return true
	}
	switch e := ast.Unparen(high).(type) {
	case *ast.BinaryExpr:
		return t.before(cur, e, x)
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "min") &&
			slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return t.within(cur, arg, x) })
	}
	i, ok := t.local(high)
	if !ok {
		return false
	}
	if t.counted(cur, i, x) {
		return true
	}
	value, as, ok := t.begins(i)
	cut, isCut := value.(*ast.BinaryExpr)
	return ok && isCut && t.before(as, cut, x) && t.unchanged(x, as, cur)
}

// before reports whether a difference is a place before the end of the text.
// What is taken away is not negative, and too small for the result to wrap.
func (t *trail) before(cur inspector.Cursor, n *ast.BinaryExpr, x types.Object) bool {
	if n.Op != token.SUB || !t.end(cur, n.X, x) {
		return false
	}
	if k, ok := technique.ConstantInt(t.pass.TypesInfo, n.Y); ok {
		return k >= 0
	}
	call, ok := ast.Unparen(n.Y).(*ast.CallExpr)
	return ok && technique.IsBuiltin(t.pass.TypesInfo, call, "len")
}

// end reports whether an expression is the length of the text, or a variable that got
// that, or an index found in that very text, as i of x[:i] where i := strings.Index(x, y)
// and neither has changed since.
func (t *trail) end(cur inspector.Cursor, e ast.Expr, x types.Object) bool {
	if t.isLen(ast.Unparen(e), x) {
		return true
	}
	i, ok := t.local(e)
	if !ok {
		return false
	}
	value, as, ok := t.begins(i)
	call, isCall := value.(*ast.CallExpr)
	return ok && isCall && (t.isLen(call, x) || t.finds(call) && t.isVar(call.Args[0], x)) &&
		t.unchanged(x, as, cur)
}

// begins returns what a variable begins with and keeps, and the statement that gives it that.
func (t *trail) begins(i types.Object) (value ast.Expr, as inspector.Cursor, ok bool) {
	if t.stores(i, t.fn.Node().Pos(), t.fn.Node().End()) {
		return nil, as, false
	}
	for as := range t.fn.Preorder((*ast.AssignStmt)(nil)) {
		n := as.Node().(*ast.AssignStmt)
		at := slices.IndexFunc(n.Lhs, func(e ast.Expr) bool { return t.defines(e, i) })
		if at >= 0 && len(n.Lhs) == len(n.Rhs) {
			return ast.Unparen(n.Rhs[at]), as, true
		}
	}
	return nil, as, false
}

// counted reports whether a loop around the slice at cur runs only while a variable of its own is
// less than the length of the text, and changes neither before the slice is taken.
//
//	for i := 0; i < len(x); i++ { ... x[j:i] ... }
//	for i := range x { ... x[j:i] ... }
func (t *trail) counted(cur inspector.Cursor, i, x types.Object) bool {
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		var body *ast.BlockStmt
		switch n := loop.Node().(type) {
		case *ast.RangeStmt:
			if n.Key == nil || !t.defines(n.Key, i) || !t.isVar(n.X, x) {
				continue
			}
			body = n.Body
		case *ast.ForStmt:
			less, ok := n.Cond.(*ast.BinaryExpr)
			if !ok || less.Op != token.LSS && less.Op != token.LEQ || !t.isVar(less.X, i) ||
				!t.isLen(less.Y, x) {
				continue
			}
			body = n.Body
		}
		return t.fn.Contains(loop) && loop.Node().Pos() < i.Pos() &&
			body.Pos() <= cur.Node().Pos() &&
			!t.stores(i, body.Pos(), body.End()) && !t.stores(x, body.Pos(), body.End())
	}
	return false
}

func (t *trail) defines(e ast.Expr, v types.Object) bool {
	id, ok := e.(*ast.Ident)
	return ok && t.pass.TypesInfo.Defs[id] == v
}

// isLen reports whether an expression is the length of a variable.
func (t *trail) isLen(e ast.Expr, v types.Object) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && technique.IsBuiltin(t.pass.TypesInfo, call, "len") && t.isVar(call.Args[0], v)
}

// isVar reports whether an expression is the variable.
func (t *trail) isVar(e ast.Expr, v types.Object) bool {
	return technique.Names(t.pass.TypesInfo, ast.Unparen(e), v)
}

// unchanged reports whether nothing is assigned to a variable between two
// places, the second of which follows the first in the same round of a loop.
func (t *trail) unchanged(v types.Object, from, to inspector.Cursor) bool {
	if !t.stores(v, t.fn.Node().Pos(), t.fn.Node().End()) {
		return true
	}
	for loop := range to.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if t.fn.Contains(loop) && !loop.Contains(from) {
			return false
		}
	}
	return !technique.HasGoto(t.pass, t.fn.Node()) && from.Node().End() <= to.Node().Pos() &&
		!t.stores(v, from.Node().End(), statement(to).Pos())
}

// statement returns the statement that an expression belongs to; of one that runs another
// statement first, the expression itself.
func statement(cur inspector.Cursor) ast.Node {
	for {
		switch cur.ParentEdgeKind() {
		case edge.IfStmt_Cond, edge.SwitchStmt_Tag:
			return cur.Node()
		}
		if n, ok := cur.Node().(ast.Stmt); ok {
			return n
		}
		cur = cur.Parent()
	}
}

// finds reports whether the call looks for something in its first argument.
func (t *trail) finds(call *ast.CallExpr) bool {
	pkg, name, ok := t.packageFunc(call)
	return ok && (pkg == "strings" || pkg == "bytes") && len(call.Args) == 2 &&
		(strings.HasPrefix(name, "Index") || strings.HasPrefix(name, "LastIndex"))
}

// local returns the variable of the function that e is, when no pointer leads
// to it.
func (t *trail) local(e ast.Expr) (types.Object, bool) {
	v, ok := technique.Variable(t.pass.TypesInfo, ast.Unparen(e))
	if !ok || v.Pos() < t.fn.Node().Pos() || t.fn.Node().End() <= v.Pos() {
		return nil, false
	}
	for cur := range t.fn.Preorder((*ast.UnaryExpr)(nil)) {
		addr := cur.Node().(*ast.UnaryExpr)
		if addr.Op == token.AND && t.isVar(addr.X, v) {
			return nil, false
		}
	}
	return v, true
}

// stores reports whether something is assigned to a variable in a range of the
// source.
func (t *trail) stores(v types.Object, from, to token.Pos) bool {
	for cur := range t.fn.Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		if from <= id.Pos() && id.End() <= to && t.pass.TypesInfo.Uses[id] == v && stored(cur) {
			return true
		}
	}
	return false
}

// stored reports whether the expression at cur is assigned to, or its address
// taken.
func stored(cur inspector.Cursor) bool {
	for {
		if _, ok := cur.Parent().Node().(*ast.ParenExpr); !ok {
			break
		}
		cur = cur.Parent()
	}
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return true
	case edge.UnaryExpr_X:
		return cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND
	}
	return false
}
