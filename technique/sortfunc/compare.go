package sortfunc

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// comparison writes a less function as one that compares.
type comparison struct {
	*less
	a, b  string // the elements at the first and the second index
	edits []analysis.TextEdit
}

// text returns the body with each return statement rewritten.
func (c *comparison) text() (string, bool) {
	with := c.elements(c.a, c.b)
	for n := range ast.Preorder(c.body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		text, ok := c.returned(ast.Unparen(ret.Results[0]))
		if !ok {
			return "", false
		}
		for m := range with {
			if ret.Pos() <= m.Pos() && m.End() <= ret.End() {
				delete(with, m)
			}
		}
		with[ret] = text
	}
	return technique.Patch(c.pass, c.body, with), true
}

// elements maps the places of the elements to names, and gives all else that the function
// reads of what is sorted its new text.
func (c *comparison) elements(first, second string) map[ast.Node]string {
	with := maps.Clone(c.others)
	for _, n := range c.first {
		with[n] = first
	}
	for _, n := range c.second {
		with[n] = second
	}
	return with
}

// translate returns the text of an expression about a and b.
func (c *comparison) translate(e ast.Expr) string {
	return technique.Patch(c.pass, e, c.elements(c.a, c.b))
}

// returned returns the statements that stand for return e.
func (c *comparison) returned(e ast.Expr) (string, bool) {
	if text, ok := c.compared(e); ok {
		return "return " + text, true
	}
	if !technique.Pure(c.pass.TypesInfo, e) && !c.computes(e) ||
		c.pass.TypesInfo.Types[e].Value != nil {
		return "", false // asking twice could be seen; a constant does not say what is equal
	}
	if !c.local(e) || mayPanicSwapped(c.pass.TypesInfo, e) {
		return "", false
	}
	other := technique.Patch(c.pass, e, c.elements(c.b, c.a))
	return "if " + c.translate(e) + " {\nreturn -1\n}\nif " + other +
		" {\nreturn 1\n}\nreturn 0", true
}

// computes reports whether an expression may be asked twice, the second time about
// exchanged elements: it calls functions of the package that only compute, themselves
// call no others, and look behind all their pointers or behind none.
func (c *comparison) computes(e ast.Expr) bool {
	info := c.pass.TypesInfo
	if !within(e, c.first) || !within(e, c.second) ||
		!effects.Only(c.pass, e, effects.Panics|effects.Keeps) {
		return false
	}
	for n := range ast.Preorder(e) {
		call, ok := n.(*ast.CallExpr)
		if !ok || info.Types[call.Fun].IsType() {
			continue
		}
		fn, ok := technique.Func(info, call)
		if !ok {
			return false
		}
		decl := technique.DeclOf(c.pass, fn)
		if decl == nil {
			if effects.Of(fn) != 0 {
				return false
			}
		} else if decl.Body == nil || !c.single(decl.Body) {
			return false
		}
	}
	return true
}

// within reports whether one of the nodes is a part of an expression.
func within(e ast.Expr, list []ast.Node) bool {
	return slices.ContainsFunc(list, func(n ast.Node) bool {
		return e.Pos() <= n.Pos() && n.End() <= e.End()
	})
}

// single reports whether a body is one return statement without calls, which evaluates
// all that it looks at.
func (c *comparison) single(body *ast.BlockStmt) bool {
	if len(body.List) != 1 || mayPanicSwapped(c.pass.TypesInfo, body) {
		return false
	}
	for n := range ast.Preorder(body) {
		call, ok := n.(*ast.CallExpr)
		if ok && !technique.IsBuiltin(c.pass.TypesInfo, call, "len") {
			return false
		}
	}
	_, ok := body.List[0].(*ast.ReturnStmt)
	return ok
}

// mayPanicSwapped reports whether exchanging the elements could look behind a
// pointer that the condition protects: a.p != nil && a.p.n < b.q.n.
func mayPanicSwapped(info *types.Info, e ast.Node) bool {
	var branches, looks bool
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			branches = branches || n.Op == token.LAND || n.Op == token.LOR
		case *ast.StarExpr:
			looks = true
		case *ast.SelectorExpr:
			if sel := info.Selections[n]; sel != nil {
				_, isPtr := sel.Recv().Underlying().(*types.Pointer)
				looks = looks || isPtr || sel.Indirect()
			}
		case *ast.IndexExpr:
			_, inSlice := n.X.(*ast.SelectorExpr)
			looks = looks || inSlice
		}
	}
	return branches && looks
}

// local reports whether an expression speaks of the elements themselves, not of
// variables that were set from them, so that asking the other way round is a
// matter of exchanging their names.
func (c *comparison) local(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		obj := c.pass.TypesInfo.Uses[id]
		if obj != nil && c.body.Pos() <= obj.Pos() && obj.Pos() < c.body.End() {
			return false
		}
	}
	return true
}

// compared returns an expression that is negative exactly when e is true.
func (c *comparison) compared(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.LSS && c.isZero(e.Y):
			return c.ordered(e.X)
		case e.Op == token.GTR && c.isZero(e.X):
			return c.ordered(e.Y)
		case e.Op == token.LSS:
			return c.keys(e.X, e.Y, false)
		case e.Op == token.GTR:
			return c.keys(e.X, e.Y, true)
		}
	case *ast.CallExpr:
		return c.times(e)
	}
	return "", false
}

func (c *comparison) isZero(e ast.Expr) bool {
	return technique.IsInt(c.pass.TypesInfo, e, 0)
}

// ordered matches e < 0, where e is the int that some function returned.
func (c *comparison) ordered(e ast.Expr) (string, bool) {
	e = ast.Unparen(e)
	if _, ok := e.(*ast.CallExpr); !ok {
		return "", false
	}
	return c.translate(e), types.Identical(c.pass.TypesInfo.TypeOf(e), types.Typ[types.Int])
}

// keys compares two integers or strings of one type. Floating-point numbers do
// not qualify: less says false about NaN either way, and cmp.Compare does not.
func (c *comparison) keys(x, y ast.Expr, swapped bool) (string, bool) {
	info := c.pass.TypesInfo
	t := info.TypeOf(x)
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsString) == 0 ||
		basic.Info()&types.IsUntyped != 0 || !types.Identical(t, info.TypeOf(y)) {
		return "", false
	}
	x, y, raw := c.bytes(x, y)
	path := "cmp"
	switch {
	case raw:
		path = "bytes"
	case c.isText(x) || c.isText(y):
		return "", false // the compiler makes no copy for an operator, but for a function
	case types.Identical(t, types.Typ[types.String]):
		path = "strings" // one look at each string, where package cmp takes two
	}
	pkg, more := technique.AddImport(c.pass, c.file, c.expr.Pos(), path)
	c.edits = append(c.edits, more...)
	return c.call(pkg+".Compare(", x, ", ", y, swapped), true
}

// bytes returns the bytes that two operands are made of, if both are such conversions: they are
// compared as they are.
//
//	string(x) < string(y)
func (c *comparison) bytes(x, y ast.Expr) (ast.Expr, ast.Expr, bool) {
	if !c.isText(x) || !c.isText(y) {
		return x, y, false
	}
	from := ast.Unparen(x).(*ast.CallExpr).Args[0]
	with := ast.Unparen(y).(*ast.CallExpr).Args[0]
	info, bytes := c.pass.TypesInfo, types.NewSlice(types.Typ[types.Byte])
	if !types.AssignableTo(info.TypeOf(from), bytes) ||
		!types.AssignableTo(info.TypeOf(with), bytes) ||
		!effects.NoByteWrites(c.pass, with) { // the first text is made before
		return x, y, false
	}
	return from, with, true
}

// isText reports whether an expression makes a text of bytes, of any name, or of what may be bytes.
func (c *comparison) isText(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	info := c.pass.TypesInfo
	if !ok || len(call.Args) != 1 || !info.Types[call.Fun].IsType() {
		return false
	}
	t := info.TypeOf(call.Args[0])
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	list, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(list.Elem().Underlying(), types.Typ[types.Byte])
}

// times matches x.Before(y) and x.After(y).
func (c *comparison) times(e *ast.CallExpr) (string, bool) {
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || len(e.Args) != 1 {
		return "", false
	}
	fn, ok := technique.Func(c.pass.TypesInfo, e)
	if !ok || fn.Signature().Recv() == nil ||
		!technique.IsNamed(fn.Signature().Recv().Type(), "time", "Time") {
		return "", false
	}
	if fn.Name() != "Before" && fn.Name() != "After" {
		return "", false
	}
	return c.call("", sel.X, ".Compare(", e.Args[0], fn.Name() == "After"), true
}

// call puts two operands into a call. Swapped, it exchanges them, or what it
// returns where they may not be evaluated in another order.
func (c *comparison) call(open string, x ast.Expr, between string, y ast.Expr,
	swapped bool) string {
	if !swapped {
		return open + c.translate(x) + between + c.translate(y) + ")"
	}
	if technique.Pure(c.pass.TypesInfo, x) && technique.Pure(c.pass.TypesInfo, y) {
		return open + c.translate(y) + between + c.translate(x) + ")"
	}
	return "-" + open + c.translate(x) + between + c.translate(y) + ")"
}
