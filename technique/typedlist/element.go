package typedlist

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// end rewrites q.Front() or q.Back(), whose value is read at once or is kept in a variable. As
// an argument of Remove it is rewritten there.
func (q *queue) end(at inspector.Cursor, front bool) bool {
	if n, ok := q.asserted(at); ok {
		q.edit(n, q.value(front))
		return true
	}
	info := q.pass.TypesInfo
	switch n := at.Parent().Node().(type) {
	case *ast.CallExpr:
		return at.ParentEdgeKind() == edge.CallExpr_Args && q.removes(n)
	case *ast.AssignStmt:
		e, _, value := technique.Declared(info, n)
		if e == nil || value != at.Node() {
			return false
		}
		if loop, ok := at.Parent().Parent().Node().(*ast.ForStmt); ok && loop.Init == ast.Stmt(n) {
			return q.walk(loop, e, front)
		}
		return technique.InList(at.Parent()) && q.element(at.Parent(), e, front)
	}
	return false
}

// removes reports whether a call is q.Remove.
func (q *queue) removes(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Remove" && technique.Names(q.pass.TypesInfo, sel.X, q.v)
}

// element rewrites a variable with an element: its value is read, and it is taken out, once, in
// the list of statements in which it was found, before the list changes otherwise. A variable
// that only gives its value to another one goes away.
func (q *queue) element(decl inspector.Cursor, e *types.Var, front bool) bool {
	if !q.there(decl, e) {
		return false
	}
	removed := false
	var reads []inspector.Cursor
	for _, use := range technique.UsesOf(q.pass, e) {
		if _, ok := q.asserted(use); ok {
			reads = append(reads, use.Parent().Parent())
			continue
		}
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok || removed || use.ParentEdgeKind() != edge.CallExpr_Args || !q.removes(call) ||
			use.Parent().ParentEdgeKind() != edge.ExprStmt_X {
			return false
		}
		stmt := use.Parent().Parent()
		if stmt.Parent().Node() != decl.Parent().Node() || !technique.InList(stmt) ||
			!q.untouched(decl.Node().End(), stmt.Node().Pos(), front) {
			return false
		}
		removed = true
		q.edit(call, q.without(front))
	}
	name := e.Name()
	if heir, ok := q.heir(decl, reads); ok {
		name = heir.Node().(*ast.AssignStmt).Lhs[0].(*ast.Ident).Name
		q.edits = append(q.edits, technique.Remove(q.pass, heir.Node()))
	} else {
		for _, read := range reads {
			q.edit(read.Node(), name)
		}
	}
	q.edit(decl.Node(), name+" := "+q.value(front))
	return len(reads) > 0
}

// heir returns the statement that gives the value of an element to another variable, if it is the
// only one that reads it, and the variable may as well be declared where the element is found.
func (q *queue) heir(decl inspector.Cursor, reads []inspector.Cursor) (
	stmt inspector.Cursor, ok bool) {
	if len(reads) != 1 {
		return stmt, false
	}
	stmt = reads[0].Parent()
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || !technique.InList(stmt) ||
		stmt.Parent().Node() != decl.Parent().Node() || technique.Commented(q.pass, as) {
		return stmt, false
	}
	name := as.Lhs[0].(*ast.Ident).Name
	for between, more := decl.NextSibling(); more && between.Node() != as; between, more =
		between.NextSibling() {
		for n := range ast.Preorder(between.Node()) {
			if id, isName := n.(*ast.Ident); isName && id.Name == name {
				return stmt, false
			}
		}
	}
	return stmt, name != q.name && name != "_"
}

// untouched reports whether nothing between two places changes an end of the list.
func (q *queue) untouched(from, to token.Pos, front bool) bool {
	for _, use := range technique.UsesOf(q.pass, q.v) {
		pos := use.Node().Pos()
		if pos < from || pos >= to {
			continue
		}
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.Sel.Name == "Remove" || sel.Sel.Name == "PushBack" && !front {
			return false
		}
	}
	return true
}

// remove rewrites q.Remove(q.Front()) and q.Remove(q.Back()), alone or for the value. What is
// removed by a variable is rewritten with that.
func (q *queue) remove(at inspector.Cursor, call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok {
		_, isVariable := technique.Variable(q.pass.TypesInfo, call.Args[0])
		return isVariable && at.ParentEdgeKind() == edge.ExprStmt_X && q.known(call.Args[0])
	}
	sel, ok := ast.Unparen(inner.Fun).(*ast.SelectorExpr)
	if !ok || !technique.Names(q.pass.TypesInfo, sel.X, q.v) {
		return false
	}
	front := sel.Sel.Name == "Front"
	if at.ParentEdgeKind() == edge.ExprStmt_X {
		q.edit(call, q.without(front))
		return true
	}
	n, ok := q.assertion(at)
	if !ok || at.Parent().ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	as, stmt := at.Parent().Parent().Node().(*ast.AssignStmt), at.Parent().Parent()
	id, isName := as.Lhs[0].(*ast.Ident)
	if len(as.Lhs) != 1 || !isName || id.Name == q.name || !technique.InList(stmt) {
		return false
	}
	q.edit(n, q.value(front)+"\n"+q.without(front))
	return true
}

// known reports whether a variable has an element of the list, as its declaration says.
func (q *queue) known(e ast.Expr) bool {
	v, ok := technique.Variable(q.pass.TypesInfo, e)
	if !ok {
		return false
	}
	call, ok := technique.OnlyValue(q.pass, v).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Front" || sel.Sel.Name == "Back") &&
		technique.Names(q.pass.TypesInfo, sel.X, q.v)
}

// walk rewrites a loop over the elements, which may push further ones.
//
//	have: for e := q.Front(); e != nil; e = e.Next() { use(e.Value.(T)) }
//	want: for i := 0; i < len(q); i++ { use(q[i]) }
func (q *queue) walk(loop *ast.ForStmt, e *types.Var, front bool) bool {
	info := q.pass.TypesInfo
	_, then, ok := technique.GoesOn(info, loop)
	next, isCall := then.(*ast.CallExpr)
	if !ok || !isCall {
		return false
	}
	sel, ok := ast.Unparen(next.Fun).(*ast.SelectorExpr)
	step := map[bool]string{true: "Next", false: "Prev"}[front]
	if !ok || sel.Sel.Name != step || !technique.Names(info, sel.X, e) ||
		!q.onlyPushed(loop.Body, front) {
		return false
	}
	i := technique.FreeName(loop, "i", "j", "k", "at")
	if i == "" {
		return false
	}
	for _, use := range technique.UsesOf(q.pass, e) {
		if use.Node().Pos() < loop.Body.Pos() {
			continue // in the head
		}
		n, ok := q.asserted(use)
		if !ok || technique.InLiteral(use, e) {
			return false
		}
		q.edit(n, q.name+"["+i+"]")
	}
	head := i + " := 0; " + i + " < len(" + q.name + "); " + i + "++"
	if !front {
		head = i + " := len(" + q.name + ") - 1; " + i + " >= 0; " + i + "--"
	}
	edit := technique.Replace(loop.Init, head)
	edit.End = loop.Post.End()
	q.edits = append(q.edits, edit)
	return true
}

// onlyPushed reports whether code takes nothing out of the list, nor adds what a loop from the
// end does not see.
func (q *queue) onlyPushed(code ast.Node, front bool) bool {
	for _, use := range technique.UsesOf(q.pass, q.v) {
		if use.Node().Pos() < code.Pos() || use.Node().Pos() >= code.End() {
			continue
		}
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.Sel.Name == "Remove" || sel.Sel.Name == "PushBack" && !front {
			return false
		}
	}
	return true
}
