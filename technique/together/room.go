package together

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// carveRoom gives slices that are empty at first parts of one block.
var carveRoom = technique.Helper{Name: "carveRoom",
	Text: `// carveRoom returns an empty slice with room for n elements: the next ones of a block.
func carveRoom[T any](block *[]T, n int) []T {
	start := len(*block)
	if n < 0 || cap(*block)-start < n {
		return make([]T, 0, n)
	}
	*block = (*block)[:start+n]
	return (*block)[start : start : start+n]
}`}

// room is a call that makes a slice of a length, or with a room, that is the same in each
// iteration.
type room struct {
	call  *ast.CallExpr
	typ   *ast.ArrayType
	n     ast.Expr
	empty bool // make([]T, 0, n)
}

// rooms proposes slices of one length, or with the same room, in a field of what each iteration
// keeps, or in a literal.
//
//	have: for i := range out { out[i].a = make([]T, 0, n) }
//	want: ts := make([]T, 0, len(out)*n); for i := range out { out[i].a = carveRoom(&ts, n) }
func (l *loop) rooms() {
	for i, stmt := range l.body.List {
		as, ok := stmt.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !l.reached(as, nil) {
			continue
		}
		rest := l.body.List[i+1:]
		if !l.keepsRoom(as, rest) || l.value(as) != nil && l.keepsIt(as, rest) {
			continue // what holds the room comes first
		}
		for _, call := range l.keptCalls(as.Rhs[0]) {
			r, ok := l.roomOf(call)
			if !ok {
				continue
			}
			if p, ok := l.proposeRoom(r); ok {
				technique.Report(l.pass, p)
			}
		}
	}
}

// keepsRoom reports whether a statement, or one behind it, keeps what its right side makes.
func (l *loop) keepsRoom(as *ast.AssignStmt, rest []ast.Stmt) bool {
	switch as.Tok {
	case token.DEFINE:
		return l.keptLater(as, rest)
	case token.ASSIGN:
		return l.stores(as) || l.storesIn(as.Lhs[0], rest)
	}
	return false
}

// storesIn reports whether a field is one of an element of something, or of a struct that this
// iteration looks up or makes, and keeps. What takes the place of the one before is let go of.
//
//	out[i].a, for _, x := range out { x.a }, x := &out[i]; x.a
//	x := &T{}; x.a; out = append(out, x)
func (l *loop) storesIn(field ast.Expr, rest []ast.Stmt) bool {
	info := l.pass.TypesInfo
	sel, ok := ast.Unparen(field).(*ast.SelectorExpr)
	for ok {
		if s := info.Selections[sel]; s == nil || s.Kind() != types.FieldVal {
			return false // a variable of a package
		}
		field = ast.Unparen(sel.X)
		if sel, ok = field.(*ast.SelectorExpr); ok && technique.IsPointer(info.TypeOf(field)) {
			return false // it may lead to the same struct each time
		}
	}
	if e, ok := field.(*ast.IndexExpr); ok {
		return !l.steady(e.Index)
	}
	v, ok := technique.Variable(info, field)
	if !ok || v.Pos() < l.stmt.Pos() || l.stmt.End() <= v.Pos() {
		return false
	}
	if !technique.Unassigned(l.pass, v) {
		return false
	}
	return l.looksUp(v) || l.anyKeeps(rest, v)
}

// looksUp reports whether a variable points to an element: of what the loop ranges over, or of
// something else.
func (l *loop) looksUp(v *types.Var) bool {
	if !technique.IsPointer(v.Type()) {
		return false
	}
	if r, ok := l.stmt.(*ast.RangeStmt); ok && r.Value != nil {
		if id, ok := r.Value.(*ast.Ident); ok && l.pass.TypesInfo.Defs[id] == types.Object(v) {
			return true
		}
	}
	e := ast.Unparen(technique.Initial(l.pass, v))
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	index, ok := e.(*ast.IndexExpr)
	return ok && !l.steady(index.Index)
}

// roomOf matches make([]T, n) and make([]T, 0, n), where n is the same in each iteration.
func (l *loop) roomOf(call *ast.CallExpr) (r room, ok bool) {
	info := l.pass.TypesInfo
	if !technique.IsBuiltin(info, call, "make") || len(call.Args) < 2 {
		return r, false
	}
	if r.empty = len(call.Args) == 3; r.empty && !technique.IsInt(info, call.Args[1], 0) {
		return r, false
	}
	r.call, r.n = call, ast.Unparen(call.Args[len(call.Args)-1])
	if r.typ, ok = ast.Unparen(call.Args[0]).(*ast.ArrayType); !ok {
		return r, false
	}
	if technique.IsInt(info, r.n, 0) || !l.steady(r.n) ||
		!types.Identical(types.Default(info.TypeOf(r.n)), types.Typ[types.Int]) {
		return r, false
	}
	return r, takesMemory(l.pass, info.TypeOf(r.typ.Elt)) &&
		technique.ResolvesSameAt(l.pass, r.typ.Elt, l.stmt.Pos()) &&
		technique.ResolvesSameAt(l.pass, r.n, l.stmt.Pos())
}

// proposeRoom makes the block of all iterations before the loop. A number below zero makes none:
// it panics where it did.
func (l *loop) proposeRoom(r room) (p technique.Proposal, ok bool) {
	n, helper := factor(l.pass, r.n), carve
	if !l.notNegative(r.n) {
		if !technique.Since(l.pass, l.file, "go1.21") {
			return p, false // it has no max
		}
		n = "max(" + technique.Text(l.pass, r.n) + ", 0)"
	}
	if r.empty {
		helper = carveRoom
	}
	edits, ok := helper.Declare(l.pass, l.file, r.call)
	if !ok {
		return p, false
	}
	name := l.fresh(l.pass.TypesInfo.TypeOf(r.typ.Elt))
	return technique.Proposal{At: r.call, Message: "make the elements of the loop together",
		Edits: append(edits,
			technique.Insert(l.stmt.Pos(), fmt.Sprintf("%s := make(%s, 0, %s*%s)\n", name,
				technique.Text(l.pass, r.typ), l.count, n)),
			technique.Replace(r.call, fmt.Sprintf("%s(&%s, %s)", helper.Name, name,
				technique.Text(l.pass, r.n))))}, true
}
