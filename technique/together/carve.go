package together

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// ragged is a loop each iteration of which makes a slice as long as another one.
//
//	have: for i, r := range rows { out[i] = make([]T, len(r)); copy(out[i], r) }
//	want: total := 0
//	      for _, r := range rows { total += len(r) }
//	      cells := make([]T, 0, total)
//	      for i, r := range rows { out[i] = carve(&cells, len(r)); copy(out[i], r) }
func (l *loop) ragged(call *ast.CallExpr) (part sized, ok bool) {
	if part, ok = sizedBy(l.pass, call); !ok {
		return part, false
	}
	return part, l.early(part.of)
}

// grown reports whether the function appends to what a statement of the loop makes, or asks for its
// capacity: room that was left behind it is gone where it is a part of a block.
//
//	b := []byte(s); b = append(b, '\n'); out[i] = b
func (l *loop) grown(as *ast.AssignStmt) bool {
	info := l.pass.TypesInfo
	fn, ok := technique.EnclosingFunc(l.cur)
	if !ok {
		return true
	}
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if len(call.Args) == 0 || !l.getsFrom(as, ast.Unparen(call.Args[0])) {
			continue
		}
		fn, ok := technique.Func(info, call)
		if technique.IsBuiltin(info, call, "append") ||
			technique.IsBuiltin(info, call, "cap") || ok && effects.Appends(fn) {
			return true
		}
	}
	return false
}

// getsFrom reports whether an expression is the variable that gets what a statement makes, or an
// element of the list that does.
func (l *loop) getsFrom(as *ast.AssignStmt, e ast.Expr) bool {
	info, left := l.pass.TypesInfo, ast.Unparen(as.Lhs[0])
	element, isElement := e.(*ast.IndexExpr)
	if call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && l.appends(call) {
		return isElement && technique.SameExpr(info, left, element.X)
	}
	if index, ok := left.(*ast.IndexExpr); ok {
		return isElement && technique.SameExpr(info, index.X, element.X)
	}
	if id, ok := left.(*ast.Ident); ok {
		return technique.Names(info, e, info.ObjectOf(id))
	}
	return technique.SameExpr(info, left, e)
}

// early reports whether what an iteration looks at may be looked at before the loop: an element
// of what it ranges over, or a field of one.
func (l *loop) early(of ast.Expr) bool {
	info := l.pass.TypesInfo
	r, isRange := l.stmt.(*ast.RangeStmt)
	if isRange && r.Tok != token.DEFINE {
		return false
	}
	switch e := ast.Unparen(of).(type) {
	case *ast.IndexExpr:
		return l.index != "" && technique.Names(info, e.Index, l.key) &&
			!technique.Assigned(info, l.body, l.key) && l.element(e.X)
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal || sel.Indirect() || len(sel.Index()) != 1 {
			return false
		}
		return isRange && l.isValue(r, e.X)
	}
	return isRange && l.isValue(r, of)
}

// element reports whether elements of a list may be looked at before the loop: of the one that
// it ranges over, or of another one in a variable, as far as that has elements.
func (l *loop) element(list ast.Expr) bool {
	info := l.pass.TypesInfo
	switch info.TypeOf(list).Underlying().(type) {
	case *types.Slice, *types.Array:
	default:
		return false
	}
	if _, isRange := l.stmt.(*ast.RangeStmt); isRange &&
		technique.SameExpr(info, l.over, list) {
		return true
	}
	v, ok := technique.Variable(info, list)
	return ok && (v.Pos() < l.stmt.Pos() || l.stmt.End() <= v.Pos())
}

// isValue reports whether an expression is the variable for the elements, with its first value.
func (l *loop) isValue(r *ast.RangeStmt, e ast.Expr) bool {
	id, ok := r.Value.(*ast.Ident)
	return ok && technique.Names(l.pass.TypesInfo, e, l.pass.TypesInfo.Defs[id]) &&
		l.goesOver(id)
}

// goesOver reports whether the body leaves a variable of the loop alone.
func (l *loop) goesOver(id *ast.Ident) bool {
	return !technique.Assigned(l.pass.TypesInfo, l.body, l.pass.TypesInfo.Defs[id])
}

// proposeRagged counts what all iterations need.
func (l *loop) proposeRagged(p technique.Proposal, part sized) (technique.Proposal, bool) {
	helper, ok := part.helper.Declare(l.pass, l.file, part.call)
	if !ok || !technique.Since(l.pass, l.file, "go1.18") ||
		part.typ != nil && !technique.ResolvesSameAt(l.pass, part.typ, l.stmt.Pos()) {
		return p, false
	}
	elem, edits, ok := technique.TypeText(l.pass, l.file, l.stmt.Pos(), part.elem)
	if !ok {
		return p, false
	}
	total, block := l.unused("total"), l.fresh(part.elem)
	p.Edits = append(append(helper, edits...),
		technique.Insert(l.stmt.Pos(), fmt.Sprintf("%s := 0\n%s%s := make([]%s, 0, %s)\n",
			total, l.sum(total, part.of), block, elem, total)),
		technique.Replace(part.call, part.carved(l.pass, "&"+block)))
	return p, true
}

// covers reports whether a list has an element for each iteration.
func (l *loop) covers(list ast.Expr) bool {
	over := l.over
	if _, isFor := l.stmt.(*ast.ForStmt); isFor {
		call, ok := ast.Unparen(over).(*ast.CallExpr)
		if !ok || !technique.IsBuiltin(l.pass.TypesInfo, call, "len") {
			return false
		}
		over = call.Args[0]
	}
	return technique.SameExpr(l.pass.TypesInfo, over, list)
}

// sum returns a loop that adds up the lengths of what the iterations look at, all by the index or
// none.
func (l *loop) sum(total string, list ...ast.Expr) string {
	add, byIndex := "", false
	for _, of := range list {
		e, isElement := ast.Unparen(of).(*ast.IndexExpr)
		one := fmt.Sprintf("%s += len(%s)\n", total, technique.Text(l.pass, of))
		if byIndex = isElement; byIndex && !l.covers(e.X) {
			one = fmt.Sprintf("if %s < len(%s) {\n%s}\n", l.index, technique.Text(l.pass, e.X), one)
		}
		add += one
	}
	return "for " + l.head(byIndex) + " {\n" + add + "}\n"
}

// head returns the head of a loop like this one, with only the index or only the element.
func (l *loop) head(byIndex bool) string {
	r, isRange := l.stmt.(*ast.RangeStmt)
	if !isRange {
		loop := l.stmt.(*ast.ForStmt)
		return fmt.Sprintf("%s; %s; %s", technique.Text(l.pass, loop.Init),
			technique.Text(l.pass, loop.Cond), technique.Text(l.pass, loop.Post))
	}
	head := l.index
	if !byIndex {
		head = "_, " + technique.Text(l.pass, r.Value)
	}
	return head + " := range " + technique.Text(l.pass, r.X)
}

// piece is a slice that a statement makes, as long as another, for a field of a variable.
type piece struct {
	call *ast.CallExpr
	of   ast.Expr
	elem types.Type
	into *types.Var // whose field gets it
	top  inspector.Cursor
	read ast.Node // what top surely evaluates
}

// pieces proposes to make several of them from one block.
//
//	have: if len(m.a) > 0 { c.a = make([]T, len(m.a)) }; if len(m.b) > 0 { ... }
//	want: block := make([]T, 0, len(m.a)+len(m.b))
//	      if len(m.a) > 0 { c.a = carve(&block, len(m.a)) }; if ...
func pieces(pass *analysis.Pass, fn inspector.Cursor, names technique.Given) {
	if decl := fn.Node().(*ast.FuncDecl); decl.Body == nil || technique.HasGoto(pass, decl) {
		return
	}
	var groups [][]piece
next:
	for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
		p, ok := pieceAt(pass, cur)
		if !ok {
			continue
		}
		for i, g := range groups {
			if g[0].top.Parent() == p.top.Parent() && g[0].into == p.into &&
				types.Identical(g[0].elem, p.elem) {
				groups[i] = append(g, p)
				continue next
			}
		}
		groups = append(groups, []piece{p})
	}
	for _, g := range groups {
		if p, ok := oneBlock(pass, g, names); ok {
			technique.Report(pass, p)
		}
	}
}

// pieceAt matches v.f = make([]T, len(x.g)), perhaps behind a question whether there are any.
func pieceAt(pass *analysis.Pass, cur inspector.Cursor) (p piece, ok bool) {
	as := cur.Node().(*ast.AssignStmt)
	if len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Tok != token.ASSIGN || !technique.InList(cur) {
		return p, false
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	call, isCall := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok || !isCall || replaced(pass, cur, sel) {
		return p, false
	}
	p.call, p.top, p.read = call, cur, as
	made, ok := madeAsLong(pass, call)
	if !ok {
		return p, false
	}
	p.of, p.elem = made.of, made.elem
	if p.into, ok = technique.Variable(pass.TypesInfo, sel.X); !ok || !path(pass.TypesInfo, p.of) {
		return p, false
	}
	branch, isIf := cur.Parent().Parent().Node().(*ast.IfStmt)
	if !isIf || branch.Body != cur.Parent().Node() {
		_, isFunc := cur.Parent().Parent().Node().(*ast.FuncDecl)
		return p, isFunc
	}
	p.top, p.read = cur.Parent().Parent(), branch.Cond
	return p, branch.Init == nil && branch.Else == nil && technique.InList(p.top) &&
		asks(pass.TypesInfo, branch.Cond, p.of)
}

// replaced reports whether a later statement of the list gives the field something else before
// any names it: no block needs room for what is never read.
func replaced(pass *analysis.Pass, cur inspector.Cursor, field *ast.SelectorExpr) bool {
	names := func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		return ok && technique.SameExpr(pass.TypesInfo, e, field)
	}
	for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
		if as, ok := next.Node().(*ast.AssignStmt); ok && as.Tok == token.ASSIGN &&
			len(as.Lhs) == 1 && names(as.Lhs[0]) && !technique.Surely(as.Rhs[0], names) {
			return true
		}
		for n := range ast.Preorder(next.Node()) {
			if names(n) {
				return false
			}
		}
	}
	return false
}

// path matches a variable, or a field of one.
func path(info *types.Info, e ast.Expr) bool {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		s := info.Selections[sel]
		if s == nil || s.Kind() != types.FieldVal || len(s.Index()) != 1 {
			return false
		}
		e = sel.X
	}
	_, ok := technique.Variable(info, e)
	return ok
}

// asks matches len(x) > 0, len(x) != 0 and x != nil.
func asks(info *types.Info, cond, x ast.Expr) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if call, ok := b.X.(*ast.CallExpr); ok && technique.IsBuiltin(info, call, "len") {
		return (b.Op == token.GTR || b.Op == token.NEQ) && technique.IsInt(info, b.Y, 0) &&
			technique.SameExpr(info, call.Args[0], x)
	}
	return b.Op == token.NEQ && info.Types[b.Y].IsNil() && technique.SameExpr(info, b.X, x)
}

// oneBlock makes the block before the first of the statements, which evaluates what the
// lengths need.
func oneBlock(pass *analysis.Pass, g []piece, names technique.Given) (
	p technique.Proposal, ok bool) {
	first := g[0].top.Node()
	file := technique.FileOf(pass, first.Pos())
	helper, ok := carve.Declare(pass, file, g[0].call)
	if len(g) < 2 || !ok || !technique.Since(pass, file, "go1.18") ||
		!technique.Predeclared(pass, first.Pos(), "make", "len") {
		return p, false
	}
	p = technique.Proposal{At: g[0].call, Message: "make the slices in one block", Edits: helper}
	name := names.Fresh(pass, file, "block", "")
	var lengths []string
	for _, each := range g {
		if !evaluates(pass, g[0].read, each.of) ||
			!technique.ResolvesSameAt(pass, each.of, first.Pos()) ||
			!technique.ResolvesSameAt(pass, each.call.Args[0], first.Pos()) {
			return p, false
		}
		length := technique.Text(pass, each.call.Args[1])
		lengths = append(lengths, length)
		p.Edits = append(p.Edits, technique.Replace(each.call, "carve(&"+name+", "+length+")"))
		if each.call != g[0].call {
			p.Also = append(p.Also, each.call)
		}
	}
	p.Edits = append(p.Edits, technique.Insert(first.Pos(), fmt.Sprintf("%s := make(%s, 0, %s)\n",
		name, technique.Text(pass, g[0].call.Args[0]), strings.Join(lengths, "+"))))
	return p, true
}

// evaluates reports whether a piece of code surely looks through the pointer that an
// expression does.
func evaluates(pass *analysis.Pass, code ast.Node, e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return true
	}
	if _, pointer := pass.TypesInfo.TypeOf(sel.X).Underlying().(*types.Pointer); !pointer {
		return true
	}
	return technique.Surely(code, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		return ok && technique.SameExpr(pass.TypesInfo, s.X, sel.X)
	})
}
