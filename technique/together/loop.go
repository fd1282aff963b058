package together

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// loop is a loop whose number of iterations is known before it runs.
type loop struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor
	stmt  ast.Stmt // *ast.RangeStmt or *ast.ForStmt
	body  *ast.BlockStmt
	over  ast.Expr // what it ranges over, or counts up to
	index string   // the name of its index; "" for none
	key   types.Object
	count string // "len(xs)", "n"
	names technique.Given
}

// loopAt matches a loop over the elements of something, or up to a number.
func loopAt(pass *analysis.Pass, cur inspector.Cursor) (*loop, bool) {
	l := &loop{pass: pass, file: technique.FileOf(pass, cur.Node().Pos()), cur: cur,
		stmt: cur.Node().(ast.Stmt)}
	if l.file == nil || !technique.InList(cur) {
		return nil, false
	}
	var ok bool
	switch stmt := l.stmt.(type) {
	case *ast.RangeStmt:
		ok = l.ranges(stmt)
	case *ast.ForStmt:
		ok = l.counts(stmt)
	}
	return l, ok && technique.Predeclared(pass, l.stmt.Pos(), "make", "len", "append", "max")
}

// ranges matches a loop over all elements of something, or over a number.
func (l *loop) ranges(stmt *ast.RangeStmt) bool {
	info := l.pass.TypesInfo
	l.body, l.over = stmt.Body, ast.Unparen(stmt.X)
	if !technique.Pure(info, l.over) {
		return false
	}
	text := technique.Text(l.pass, l.over)
	t := info.TypeOf(l.over).Underlying()
	switch t := t.(type) {
	case *types.Slice, *types.Map, *types.Array:
		l.count = "len(" + text + ")"
	case *types.Basic:
		if t.Info()&types.IsInteger == 0 || !l.counted(l.over) || !l.notNegative(l.over) {
			return false
		}
	default:
		return false
	}
	id, ok := stmt.Key.(*ast.Ident)
	if !ok || stmt.Tok != token.DEFINE || id.Name == "_" {
		return true
	}
	if _, isMap := t.(*types.Map); !isMap && !l.hides(id.Name) {
		l.index, l.key = id.Name, info.Defs[id]
	}
	return !technique.Assigned(info, stmt.Body, info.Defs[id])
}

// hides reports whether the body declares something of a name, which means that instead of the
// index of the loop.
//
//	for i := range xs { i := i / 2; ... }
func (l *loop) hides(name string) bool {
	for n := range ast.Preorder(l.body) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && l.pass.TypesInfo.Defs[id] != nil {
			return true
		}
	}
	return false
}

// counts matches for i := 0; i < n; i++, where nothing changes n meanwhile.
func (l *loop) counts(stmt *ast.ForStmt) bool {
	info := l.pass.TypesInfo
	i, n, ok := technique.CountsUp(info, stmt)
	if !ok {
		return false
	}
	l.body, l.over = stmt.Body, n
	if !l.hides(i.Name()) {
		l.index, l.key = i.Name(), i
	}
	if !l.steady(n) || !l.counted(n) {
		return false
	}
	if !l.notNegative(n) {
		if !technique.Since(l.pass, technique.FileOf(l.pass, n.Pos()), "go1.21") {
			return false // it has no max
		}
		l.count = "max(" + technique.Text(l.pass, n) + ", 0)"
	}
	return true
}

// counted gives the number of iterations as text that can stand in a product. One that is no int
// is one of which a slice was made, which it would not be if it were too large.
func (l *loop) counted(n ast.Expr) bool {
	l.count = factor(l.pass, n)
	return types.Identical(types.Default(l.pass.TypesInfo.TypeOf(n)), types.Typ[types.Int]) ||
		l.made(n, 0)
}

// notNegative reports whether a number surely is not negative here: by what it is,
// or because a statement before the loop makes a slice of that length.
func (l *loop) notNegative(n ast.Expr) bool {
	return technique.NotNegative(l.pass, n) || l.made(n, 0)
}

// madeShare is how many times the memory of what is made before the loop may be made with it:
// a pointer for each value is one of eight words.
const madeShare = 8

// made reports whether a statement before the loop makes a slice with room for n elements, which
// take at least 1/madeShare of the memory of as many values of a size.
func (l *loop) made(n ast.Expr, size int64) bool {
	info := l.pass.TypesInfo
	v, ok := technique.Variable(info, n)
	if !ok || !l.neverAssigned(v) {
		return false
	}
	for prev, ok := l.cur.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		as, isAssign := prev.Node().(*ast.AssignStmt)
		if !isAssign || len(as.Rhs) != 1 {
			continue
		}
		call, isCall := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
		if !isCall || !technique.IsBuiltin(info, call, "make") ||
			!slices.ContainsFunc(call.Args[1:], func(arg ast.Expr) bool {
				return technique.Names(info, arg, v)
			}) {
			continue
		}
		slice, isSlice := info.TypeOf(call).Underlying().(*types.Slice)
		if !isSlice {
			continue // the room of a map may be told as less than none
		}
		if element, known := technique.SizeOf(l.pass, slice.Elem()); known &&
			size <= madeShare*element {
			return true
		}
	}
	return false
}

// steady reports whether an expression has one value, and can be evaluated, all the
// time that the loop runs, and just before it: it is made of constants, of variables
// of the function that get no other value meanwhile, of their lengths, and of fields
// of what the loop needs anyway.
func (l *loop) steady(e ast.Expr) bool {
	info := l.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := technique.Variable(info, e)
		return ok && l.unchanged(v)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL:
			return l.steady(e.X) && l.steady(e.Y)
		}
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "len") && !grows(info.TypeOf(e.Args[0])) &&
			l.steady(e.Args[0])
	case *ast.SelectorExpr:
		return l.steadyField(e)
	}
	return false
}

// grows reports whether a variable of a type may get longer without an assignment to it: a map or
// a channel does.
func grows(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Chan:
		return true
	}
	return false
}

// steadyField reports whether a field of a basic type is steady.
func (l *loop) steadyField(e *ast.SelectorExpr) bool {
	info := l.pass.TypesInfo
	base, ok := technique.Variable(info, e.X)
	sel := info.Selections[e]
	if !ok || sel == nil || sel.Kind() != types.FieldVal || !l.unchanged(base) {
		return false
	}
	if _, basic := sel.Type().Underlying().(*types.Basic); !basic {
		return false
	}
	if _, isPointer := base.Type().Underlying().(*types.Pointer); isPointer && !l.needs(base) {
		return false
	}
	return len(sel.Index()) == 1 &&
		effects.NoFieldWrites(l.pass, l.body, sel.Obj().(*types.Var))
}

// needs reports whether the loop looks through a pointer before its first iteration.
func (l *loop) needs(pointer *types.Var) bool {
	for n := range ast.Preorder(l.over) {
		sel, ok := n.(*ast.SelectorExpr)
		if ok && technique.Names(l.pass.TypesInfo, sel.X, pointer) {
			return true
		}
	}
	return false
}

// unchanged reports whether a variable from before the loop keeps its value in it.
func (l *loop) unchanged(v *types.Var) bool {
	inside := l.stmt.Pos() <= v.Pos() && v.Pos() < l.stmt.End()
	return !inside && technique.KeepsValue(l.pass, v, l.stmt)
}

// neverAssigned reports whether a variable of the function keeps its first value.
func (l *loop) neverAssigned(v *types.Var) bool {
	for fn := range l.cur.Enclosing((*ast.FuncDecl)(nil)) {
		return technique.KeepsValue(l.pass, v, fn.Node())
	}
	return false
}

// reached reports whether each iteration comes to a statement of the body, and none
// after it ends the loop, but by a return with an error: what fails, or panics on
// purpose, may waste memory, as much as there is of what the loop goes over, or some
// times what was made before it, and not as much as any number says. The value is what
// each iteration makes: nil for what has no size. Those that go on with the next
// iteration by a statement of apart make theirs before that.
func (l *loop) reached(as ast.Stmt, value types.Type, apart ...ast.Stmt) bool {
	ok := l.lengthBound() || l.paid(value) || !technique.MayStop(l.pass, l.body)
	technique.Leaving(l.body, func(n ast.Stmt) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			ok = ok && n.Tok == token.CONTINUE && n.Label == nil &&
				(n.Pos() > as.Pos() || slices.Contains(apart, ast.Stmt(n)))
		case *ast.ReturnStmt:
			ok = ok && (l.lengthBound() || l.paid(value)) && len(n.Results) > 0 &&
				technique.IsFailure(l.pass.TypesInfo, n.Results[len(n.Results)-1])
		}
	})
	return ok
}

// lengthBound reports whether there are as many iterations as something has elements.
func (l *loop) lengthBound() bool {
	if l.over == nil || l.pass.TypesInfo.Types[l.over].Value != nil {
		return true // a constant
	}
	if call, ok := ast.Unparen(l.over).(*ast.CallExpr); ok {
		return technique.IsBuiltin(l.pass.TypesInfo, call, "len")
	}
	_, number := l.pass.TypesInfo.TypeOf(l.over).Underlying().(*types.Basic)
	return !number
}

// paid reports whether a slice that is made before the loop takes memory in proportion to the
// values of all iterations.
func (l *loop) paid(value types.Type) bool {
	if value == nil || l.over == nil {
		return false
	}
	size, known := technique.SizeOf(l.pass, value)
	return known && l.made(l.over, size)
}

// factor returns an expression as text that can stand in a product.
func factor(pass *analysis.Pass, e ast.Expr) string {
	text := technique.Text(pass, e)
	if _, binary := ast.Unparen(e).(*ast.BinaryExpr); binary {
		return "(" + text + ")"
	}
	return text
}
