package together

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// elements proposes what each iteration makes once and keeps.
func (l *loop) elements() {
	for i, stmt := range l.body.List {
		if v, ok := l.declared(i); ok {
			if p, ok := l.proposeVariable(v); ok {
				technique.Report(l.pass, p)
			}
			continue
		}
		as, ok := stmt.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			continue
		}
		value := l.value(as)
		if value == nil {
			continue
		}
		if !l.reached(as, l.structOf(value)) || !l.keepsIt(as, l.body.List[i+1:]) {
			continue
		}
		if p, ok := l.propose(as, value); ok {
			technique.Report(l.pass, p)
		}
	}
}

// value returns what a statement makes: &T{...}, new(T), newT(...) that is inlined and returns
// &T{...}, []T{x, y}, make([]T, n) with a number that is the same for all elements,
// make([]T, len(x)), or a copy of x.
func (l *loop) value(as *ast.AssignStmt) ast.Expr {
	e := ast.Unparen(as.Rhs[0])
	if call, ok := e.(*ast.CallExpr); ok && l.appends(call) {
		e = ast.Unparen(call.Args[1])
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		if ok && e.Op == token.AND && l.fits(l.pass.TypesInfo.TypeOf(lit)) {
			return e
		}
	case *ast.CompositeLit:
		if l.isList(e) {
			return e
		}
	case *ast.CallExpr:
		if technique.IsBuiltin(l.pass.TypesInfo, e, "new") &&
			l.pass.TypesInfo.Types[e.Args[0]].IsType() &&
			l.fits(l.pass.TypesInfo.TypeOf(e.Args[0])) {
			return e
		}
		if l.isRow(e) {
			return e
		}
		if _, ok := l.ragged(e); ok {
			return e
		}
		if lit := l.constructed(e); lit != nil {
			return e
		}
	}
	return nil
}

// appends reports whether a call is append(list, element).
func (l *loop) appends(call *ast.CallExpr) bool {
	return technique.IsBuiltin(l.pass.TypesInfo, call, "append") && len(call.Args) == 2 &&
		!call.Ellipsis.IsValid()
}

// constructed returns the literal whose address a call of an inlined function returns, if the
// function does nothing else: then the struct is copied from the stack to its place.
func (l *loop) constructed(call *ast.CallExpr) *ast.CompositeLit {
	o := &object{pass: l.pass}
	lit, ok := o.constructed(call)
	if !ok || !l.fits(l.pass.TypesInfo.TypeOf(lit)) || locks(l.pass.TypesInfo.TypeOf(lit)) {
		return nil
	}
	return lit
}

// fits reports whether values of a type may lie next to each other: structs that
// have a size, by which their pointers differ.
func (l *loop) fits(t types.Type) bool {
	size, known := technique.SizeOf(l.pass, t)
	_, isStruct := t.Underlying().(*types.Struct)
	return known && isStruct && size > 0
}

// isRow matches make([]T, n) where n is the same in each iteration. If it may be
// negative, the first iteration begins with it, which then panics as the slice for
// all rows does.
func (l *loop) isRow(call *ast.CallExpr) bool {
	info := l.pass.TypesInfo
	if l.index == "" || !technique.IsBuiltin(info, call, "make") || len(call.Args) != 2 {
		return false
	}
	typ, ok := ast.Unparen(call.Args[0]).(*ast.ArrayType)
	if !ok {
		return false
	}
	size, known := technique.SizeOf(l.pass, info.TypeOf(typ.Elt))
	n := ast.Unparen(call.Args[1])
	if !known || size == 0 || !l.steady(n) ||
		!types.Identical(types.Default(info.TypeOf(n)), types.Typ[types.Int]) {
		return false
	}
	first := l.body.List[0]
	return l.notNegative(n) ||
		info.Types[n].Value == nil && first.Pos() <= call.Pos() && call.Pos() < first.End()
}

// keepsIt reports whether a statement keeps what it makes, or those behind it do.
func (l *loop) keepsIt(as *ast.AssignStmt, rest []ast.Stmt) bool {
	switch as.Tok {
	case token.DEFINE:
		return l.keptLater(as, rest)
	case token.ASSIGN:
		return l.keeps(as)
	}
	return true
}

// keeps reports whether a statement puts the value into a container of
// which all else is pure: it is evaluated after the value as well as before. Or it makes the value
// the head of a list.
//
//	out[i] = value, m[k] = value, out = append(out, value), t.list = append(t.list, value)
//	head = &T{next: head}
func (l *loop) keeps(as *ast.AssignStmt) bool {
	info := l.pass.TypesInfo
	left := ast.Unparen(as.Lhs[0])
	if v, ok := technique.Variable(info, left); ok {
		addr, isAddr := ast.Unparen(as.Rhs[0]).(*ast.UnaryExpr)
		if isAddr && l.leadsTo(addr, v) {
			return true
		}
	}
	if call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && l.appends(call) {
		return technique.SameExpr(info, left, call.Args[0]) && technique.Pure(info, left)
	}
	index, ok := left.(*ast.IndexExpr)
	return ok && technique.Pure(info, index.X) && (technique.Pure(info, index.Index) ||
		l.asText(index.Index) && l.plain(as.Rhs[0]))
}

// leadsTo reports whether a literal holds a variable as it is, and not its address, which leads to
// what it has later.
//
//	&T{next: head}, not &T{list: &head}
func (l *loop) leadsTo(lit *ast.UnaryExpr, v types.Object) bool {
	for n := range ast.Preorder(lit) {
		addr, ok := n.(*ast.UnaryExpr)
		if ok && addr.Op == token.AND && technique.Names(l.pass.TypesInfo, addr.X, v) {
			return false
		}
	}
	return l.holds(lit, v)
}

// asText matches the text of bytes or of another value: string(x).
func (l *loop) asText(e ast.Expr) bool {
	info := l.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && info.Types[call.Fun].IsType() && technique.IsText(info.TypeOf(call)) &&
		technique.Pure(info, call.Args[0])
}

// propose makes a slice for all elements before the loop.
//
//	have: for i, x := range xs { out[i] = &T{x} }
//	want: ts := make([]T, len(xs)); for i, x := range xs { ts[i] = T{x}; out[i] = &ts[i] }
func (l *loop) propose(as *ast.AssignStmt, value ast.Expr) (technique.Proposal, bool) {
	info := l.pass.TypesInfo
	p := technique.Proposal{At: value, Message: "make the elements of the loop together"}
	if lit, ok := value.(*ast.CompositeLit); ok {
		return l.lists(p, as, lit)
	}
	if call, ok := value.(*ast.CallExpr); ok {
		if part, ok := l.ragged(call); ok && !l.isRow(call) {
			if l.grown(as) {
				return p, false
			}
			return l.proposeRagged(p, part)
		}
		if technique.IsBuiltin(info, call, "make") {
			return l.rows(p, call)
		}
	}
	return l.pointers(p, []pointer{{as, value}})
}

// rows makes slices of one length from one.
//
//	have: for i := range out { out[i] = make([]T, n) }
//	want: ts := make([]T, len(out)*n); for i := range out { out[i] = ts[i*n : (i+1)*n : (i+1)*n] }
func (l *loop) rows(p technique.Proposal, call *ast.CallExpr) (technique.Proposal, bool) {
	typ := call.Args[0].(*ast.ArrayType)
	if !technique.ResolvesSameAt(l.pass, typ.Elt, l.stmt.Pos()) {
		return p, false
	}
	n, before := factor(l.pass, call.Args[1]), ""
	if n != technique.Text(l.pass, call.Args[1]) {
		before = l.unused("rowLen") + " := " + technique.Text(l.pass, call.Args[1]) + "\n"
		n, _, _ = strings.Cut(before, " ")
	}
	name := l.fresh(l.pass.TypesInfo.TypeOf(typ.Elt))
	end := "(" + l.index + "+1)*" + n
	p.Edits = []analysis.TextEdit{
		technique.Insert(l.stmt.Pos(), fmt.Sprintf("%s%s := make(%s, %s*%s)\n", before, name,
			technique.Text(l.pass, typ), l.count, n)),
		technique.Replace(call, fmt.Sprintf("%s[%s*%s : %s : %s]", name, l.index, n, end, end)),
	}
	return p, true
}

// fresh returns a name for the slice: that of its elements' type, as a plural
// or with what it is. Only within a function must the names differ.
func (l *loop) fresh(t types.Type) string {
	base := "cell"
	if named, ok := types.Unalias(t).(*types.Named); ok {
		base = technique.LowerFirst(named.Obj().Name())
	}
	plain := technique.Plural(base)
	if technique.FreshName(l.pass, l.file, plain) == plain && !l.names[l.function()+plain] {
		return l.unused(plain)
	}
	return l.unused(base + "Block")
}

// unused returns a name that the function does not have yet, and keeps it.
func (l *loop) unused(base string) string {
	return l.names.Fresh(l.pass, l.file, base, l.function())
}

// function returns what tells the function around the loop from others.
func (l *loop) function() string {
	for fn := range l.cur.Enclosing((*ast.FuncDecl)(nil)) {
		return fmt.Sprint(fn.Node().Pos(), " ")
	}
	return ""
}
