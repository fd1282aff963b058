package sortfunc

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// byFunc matches the functions that take a slice and what is less.
//
//	have: sort.Slice(xs, func(i, j int) bool { return xs[i].n < xs[j].n })
//	want: slices.SortFunc(xs, func(a, b T) int { return cmp.Compare(a.n, b.n) })
func (c *call) byFunc(name string) (technique.Proposal, bool) {
	var none technique.Proposal
	info := c.pass.TypesInfo
	xs := c.expr.Args[0]
	slice, ok := info.TypeOf(xs).Underlying().(*types.Slice)
	if !ok || !technique.Pure(info, xs) {
		return none, false // an interface, or something that is made twice
	}
	if lit, ok := c.expr.Args[1].(*ast.FuncLit); ok {
		text, edits, ok := c.literal(c.cur, lit, slice.Elem())
		if !ok {
			return none, false
		}
		return c.replaced(name, map[ast.Expr]string{lit: text}, edits), true
	}
	if bound, ok := ast.Unparen(c.expr.Args[1]).(*ast.SelectorExpr); ok {
		return c.byBound(name, bound, slice.Elem())
	}
	return c.byVariable(name, slice.Elem())
}

// literal returns the text of the function that compares two elements, instead of a literal
// that says which index is less.
func (c *call) literal(cur inspector.Cursor, lit *ast.FuncLit, elem types.Type) (
	text string, edits []analysis.TextEdit, ok bool) {
	xs := c.expr.Args[0]
	less := &less{call: c, typ: lit.Type, body: lit.Body, slice: xs}
	if !less.read(cur) || assigns(c.pass.TypesInfo, lit.Body, xs) {
		return "", nil, false
	}
	return less.asFunc(elem, false)
}

// assigns reports whether a function assigns to a variable that an expression
// names.
func assigns(info *types.Info, body ast.Node, e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if ok && technique.Assigned(info, body, info.Uses[id]) {
			return true
		}
	}
	return false
}

// less is a function that says whether the element at one index is less than
// that at another.
type less struct {
	*call
	typ  *ast.FuncType
	body *ast.BlockStmt
	// slice is what is indexed; nil when sorter and method say it.
	slice  ast.Expr
	sorter *sorter
	method method

	// What read finds: where the function names the element at its first and at
	// its second index, and what else it reads of the sorter, with its new text.
	first, second []ast.Node
	others        map[ast.Node]string
}

// read finds the elements in the body, which is below cur. It fails when the
// function does anything else with its indices, or keeps pointers to elements.
func (l *less) read(cur inspector.Cursor) bool {
	i, j, ok := params(l.pass.TypesInfo, l.typ)
	if !ok {
		return false
	}
	l.others = make(map[ast.Node]string)
	body, ok := cur.FindNode(l.body)
	if !ok {
		return false
	}
	for id := range body.Preorder((*ast.Ident)(nil)) {
		obj := l.pass.TypesInfo.Uses[id.Node().(*ast.Ident)]
		switch {
		case obj == i && i != nil:
			ok = l.element(id, &l.first)
		case obj == j && j != nil:
			ok = l.element(id, &l.second)
		case obj == l.method.recv && obj != nil:
			ok = l.base(id, i, j)
		}
		if !ok {
			return false
		}
	}
	for range body.Preorder((*ast.FuncLit)(nil)) {
		return false // its returns are not those of the function
	}
	return true
}

// element adds the element that an index selects to list. It must be one of
// the slice, and nothing may point to it.
func (l *less) element(id inspector.Cursor, list *[]ast.Node) bool {
	cur := id.Parent()
	e, ok := cur.Node().(*ast.IndexExpr)
	if !ok || e.Index != id.Node() {
		return false
	}
	if l.slice != nil && !technique.SameExpr(l.pass.TypesInfo, e.X, l.slice) {
		return false
	}
	if l.slice == nil && !l.method.names(e.X, l.sorter.path) {
		return false
	}
	if l.pointed(cur) {
		return false
	}
	*list = append(*list, e)
	return true
}

// base reports whether a use of the receiver leads to xs in xs[i], or to another field: of
// that nothing may change, nor point to it. That i is an index of the function alone, element
// sees to.
func (l *less) base(id inspector.Cursor, i, j types.Object) bool {
	info := l.pass.TypesInfo
	cur := id
	for !l.method.names(cur.Node().(ast.Expr), l.sorter.path) {
		sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
		if !ok {
			break
		}
		if s := info.Selections[sel]; s == nil || s.Kind() != types.FieldVal {
			break
		}
		cur = cur.Parent()
	}
	path, _ := l.method.fields(cur.Node().(ast.Expr))
	if slices.Equal(path, l.sorter.path) {
		e, ok := cur.Parent().Node().(*ast.IndexExpr)
		return ok && e.X == cur.Node() &&
			(technique.Names(info, e.Index, i) || technique.Names(info, e.Index, j))
	}
	text, ok := l.sorter.text(path)
	l.others[cur.Node()] = text
	return ok && len(path) > 0 && !l.pointed(cur)
}

// pointed reports whether something may point to an element or change it. A
// method with a value receiver gets a copy, which is as good as another.
func (l *less) pointed(cur inspector.Cursor) bool {
	info := l.pass.TypesInfo
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok {
		if s := info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			return pointerMethod(s)
		}
	}
	if technique.PointedTo(info, cur) {
		return !valueMethod(info, cur)
	}
	return changed(cur)
}

// pointerMethod reports whether a method has a pointer receiver and is called
// on something that is not a pointer.
func pointerMethod(s *types.Selection) bool {
	recv := s.Obj().(*types.Func).Signature().Recv()
	_, wants := types.Unalias(recv.Type()).(*types.Pointer)
	_, is := s.Recv().Underlying().(*types.Pointer)
	return wants && !is
}

// valueMethod reports whether the only reason why an element seems to be
// pointed to is a method of one of its fields that is called by value.
func valueMethod(info *types.Info, cur inspector.Cursor) bool {
	for {
		sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
		if !ok {
			return false
		}
		s := info.Selections[sel]
		if s == nil {
			return false
		}
		if s.Kind() == types.MethodVal {
			return !pointerMethod(s)
		}
		cur = cur.Parent()
	}
}

// changed reports whether an element, or a part of it, is assigned to.
func changed(cur inspector.Cursor) bool {
	for {
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.SelectorExpr, *ast.IndexExpr, *ast.ParenExpr:
			cur = parent
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if left == cur.Node() {
					return true
				}
			}
			return false
		case *ast.IncDecStmt:
			return true
		default:
			return false
		}
	}
}

// asFunc returns the text of the function that compares two elements: negative
// exactly when the old one says that the first is less. Reversed, the other way
// round.
func (l *less) asFunc(elem types.Type, reversed bool) (
	text string, edits []analysis.TextEdit, ok bool) {
	typ, edits, ok := technique.TypeText(l.pass, l.file, l.expr.Pos(), elem)
	if !ok {
		return "", nil, false
	}
	a, b := l.names()
	c := &comparison{less: l, edits: edits, a: a, b: b}
	if reversed {
		c.a, c.b = b, a
	}
	body, ok := c.text()
	return "func(" + a + ", " + b + " " + typ + ") int " + body, c.edits, ok
}

// names returns names for the two elements that the body does not use.
func (l *less) names() (a, b string) {
	used := make(map[string]bool)
	note := func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	}
	ast.Inspect(l.body, note)
	if len(l.others) > 0 {
		ast.Inspect(l.sorter.arg, note)
	}
	for _, pair := range [][2]string{{"a", "b"}, {"x", "y"}, {"p", "q"}, {"one", "two"}} {
		if !used[pair[0]] && !used[pair[1]] {
			return pair[0], pair[1]
		}
	}
	return "first", "second"
}
