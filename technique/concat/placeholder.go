package concat

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// placeholder matches an element that only makes a slice longer by one: the next statements move
// the others over it and put another one where there is room.
//
//	have: s = append(s, &T{})
//	      copy(s[i+1:], s[i:])
//	      s[i] = x
//	want: s = append(s, nil)
//	      ...
//
// An index that is out of range panics when the slice is longer already. So it is known not to
// be, or nothing looks at the slice then.
func (j *joining) placeholder(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	info := j.pass.TypesInfo
	as, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(j.call.Args) != 2 ||
		j.call.Ellipsis.IsValid() || !technique.IsBuiltin(info, j.call, "append") ||
		!technique.InList(cur.Parent()) || j.commented() {
		return none, false
	}
	s, x := as.Lhs[0], j.call.Args[1]
	if !technique.SameExpr(info, s, j.call.Args[0]) || !j.madeForNothing(x) {
		return none, false
	}
	in := &insertion{joining: j, s: s, obj: objectOf(info, s)}
	if in.obj == nil || !in.moved(cur.Parent()) || !in.within(cur.Parent()) && !in.unseen(cur) {
		return none, false
	}
	return technique.Proposal{At: x, Message: "make the slice longer by nil, not by an element",
			Edits: []analysis.TextEdit{technique.Replace(x, "nil")}},
		technique.Predeclared(j.pass, x.Pos(), "nil")
}

// objectOf returns the variable of a name, or the field of a selector.
func objectOf(info *types.Info, e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := info.Uses[e].(*types.Var); ok {
			return v
		}
	case *ast.SelectorExpr:
		if technique.Pure(info, e) {
			return info.ObjectOf(e.Sel)
		}
	}
	return nil
}

// madeForNothing reports whether an expression makes an object of constants, in whose place an
// element may be nil.
func (j *joining) madeForNothing(x ast.Expr) bool {
	info := j.pass.TypesInfo
	list, ok := info.TypeOf(j.call).Underlying().(*types.Slice)
	if !ok {
		return false
	}
	if _, param := types.Unalias(list.Elem()).(*types.TypeParam); param {
		return false
	}
	switch list.Elem().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
	default:
		return false
	}
	x = ast.Unparen(x)
	if call, ok := x.(*ast.CallExpr); ok {
		if technique.IsBuiltin(info, call, "new") {
			return info.Types[call.Args[0]].IsType()
		}
		if !technique.IsBuiltin(info, call, "make") {
			return false
		}
		for _, n := range call.Args[1:] {
			if _, constant := technique.ConstantInt(info, n); !constant {
				return false
			}
		}
		return true
	}
	if addr, ok := x.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		x = addr.X
	}
	lit, ok := x.(*ast.CompositeLit)
	return ok && constantOnly(info, lit)
}

// constantOnly reports whether all elements of a literal are constants.
func constantOnly(info *types.Info, lit *ast.CompositeLit) bool {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if tv := info.Types[e]; tv.Value == nil && !tv.IsNil() {
			return false
		}
	}
	return true
}

// insertion is what the statements behind an append do.
type insertion struct {
	*joining
	s   ast.Expr
	obj types.Object // the variable or field
	i   ast.Expr     // where the element is put
}

// moved matches the two statements. The element is nothing that could panic or look at the
// slice.
func (in *insertion) moved(stmt inspector.Cursor) bool {
	info := in.pass.TypesInfo
	next, ok := stmt.NextSibling()
	if !ok {
		return false
	}
	last, ok := next.NextSibling()
	if !ok {
		return false
	}
	as, ok := last.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	at, ok := ast.Unparen(as.Lhs[0]).(*ast.IndexExpr)
	if !ok || !technique.SameExpr(info, at.X, in.s) || !in.harmless(as.Rhs[0]) {
		return false
	}
	in.i = ast.Unparen(at.Index)
	stmtExpr, ok := next.Node().(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmtExpr.X.(*ast.CallExpr)
	return ok && technique.IsBuiltin(info, call, "copy") &&
		in.behind(call.Args[0], 1) && in.behind(call.Args[1], 0)
}

// behind reports whether an expression is s[i+more:], without parts that cut off its end.
func (in *insertion) behind(e ast.Expr, more int64) bool {
	info := in.pass.TypesInfo
	e = ast.Unparen(e)
	part, ok := e.(*ast.SliceExpr)
	if !ok {
		return more == 0 && technique.IsInt(info, in.i, 0) && technique.SameExpr(info, e, in.s)
	}
	if part.High != nil || !technique.SameExpr(info, part.X, in.s) {
		return false
	}
	if n, ok := technique.ConstantInt(info, in.i); ok {
		return part.Low == nil && n+more == 0 || part.Low != nil &&
			technique.IsInt(info, part.Low, n+more)
	}
	v, ok := technique.Variable(info, in.i)
	if !ok || part.Low == nil {
		return false
	}
	if more == 0 {
		return technique.Names(info, ast.Unparen(part.Low), v)
	}
	sum, ok := ast.Unparen(part.Low).(*ast.BinaryExpr)
	return ok && sum.Op == token.ADD && technique.Names(info, sum.X, v) &&
		technique.IsInt(info, sum.Y, more)
}

// harmless reports whether an expression neither panics nor depends on the slice: a constant, a
// variable, a field of one, or a literal of these.
func (in *insertion) harmless(x ast.Expr) bool {
	info := in.pass.TypesInfo
	if tv := info.Types[x]; tv.Value != nil || tv.IsNil() {
		return true
	}
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		v, ok := info.Uses[x].(*types.Var)
		return ok && v != in.obj
	case *ast.SelectorExpr:
		sel := info.Selections[x]
		return sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() && in.harmless(x.X)
	case *ast.UnaryExpr:
		lit, ok := x.X.(*ast.CompositeLit)
		return ok && x.Op == token.AND && in.harmless(lit)
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if !in.harmless(e) {
				return false
			}
		}
		_, isMap := info.TypeOf(x).Underlying().(*types.Map)
		return !isMap
	}
	return false
}

// unseen reports whether the slice is a variable of the function that nothing else has when a
// statement of it panics.
func (in *insertion) unseen(cur inspector.Cursor) bool {
	v, ok := in.obj.(*types.Var)
	fn, inFunc := technique.EnclosingFunc(cur)
	if _, isName := in.s.(*ast.Ident); !ok || !isName || !inFunc ||
		technique.IsResult(fn.Node(), v) {
		return false
	}
	uses, ok := technique.LocalUses(in.pass, v)
	for _, use := range uses {
		if _, addressed := technique.Replaced(use); addressed || !technique.InFunc(use, fn) {
			return false
		}
	}
	return ok && fn.Node().Pos() <= v.Pos()
}
