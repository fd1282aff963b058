package reuseinput

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// part is one reason why an element is not written as it is: the expression holds, or
// does not; or, with equal, the element equals it. Of more than one, any must hold, or none.
type part struct {
	e     ast.Expr
	not   bool
	equal bool
	or    []ast.Expr
}

// changed returns the reasons why an iteration does other than to write the element.
// All of them can be asked before the loop: they only compute, and what they look at
// changes in no iteration that has none of them.
func (c *copying) changed(list []ast.Stmt) (parts []part, ok bool) {
	if len(list) == 0 || !c.usesWritten() {
		return nil, false
	}
	if c.inPlace {
		parts, ok = c.leaves(list)
	} else {
		parts, ok = c.reasons(list)
	}
	for i, p := range parts {
		if !c.earlyPart(p) {
			parts[i] = c.wider(p)
			ok = ok && c.earlyPart(parts[i])
		}
	}
	return parts, ok
}

// wider returns what holds wherever a conjunction does: its first operands, as far as they can be
// asked before the loop, or a later one behind those that only compare variables. What is
// dropped was asked only where the other held, or can be left out.
func (c *copying) wider(p part) part {
	and, ok := ast.Unparen(p.e).(*ast.BinaryExpr)
	if !ok || and.Op != token.LAND || p.not || p.equal || p.or != nil {
		return p
	}
	x, y := part{e: ast.Unparen(and.X)}, part{e: ast.Unparen(and.Y)}
	if !c.early(x.e) {
		x = c.wider(x)
	}
	if c.early(x.e) && c.looks(x.e) {
		return x
	}
	if !c.compares(and.X) {
		return p
	}
	if !c.early(y.e) {
		y = c.wider(y)
	}
	return y
}

// looks reports whether an expression looks at the element, or for it in a map.
func (c *copying) looks(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		x, isExpr := n.(ast.Expr)
		found = found || isExpr && (c.isElement(x) || c.is(x, c.found))
		return !found
	})
	return found
}

// compares reports whether an expression compares numbers and texts that variables hold,
// sums of them, and lengths: it cannot panic, and nothing sees whether it was evaluated.
func (c *copying) compares(e ast.Expr) bool {
	e = ast.Unparen(e)
	if t, ok := c.pass.TypesInfo.TypeOf(e).Underlying().(*types.Basic); !ok ||
		t.Kind() == types.UnsafePointer {
		return false
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		v, ok := c.pass.TypesInfo.Uses[e].(*types.Var)
		return !ok || !slices.Contains(c.state, v)
	case *ast.UnaryExpr:
		return e.Op == token.NOT && c.compares(e.X)
	case *ast.BinaryExpr:
		return e.Op != token.QUO && e.Op != token.REM && e.Op != token.SHL && e.Op != token.SHR &&
			c.compares(e.X) && c.compares(e.Y)
	case *ast.CallExpr:
		if !technique.IsBuiltin(c.pass.TypesInfo, e, "len") {
			return false
		}
		_, name := ast.Unparen(e.Args[0]).(*ast.Ident)
		return name
	}
	return false
}

func continues(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	b, ok := list[len(list)-1].(*ast.BranchStmt)
	return ok && b.Tok == token.CONTINUE && b.Label == nil
}

// isElement reports whether an expression is the byte or rune of the iteration.
func (c *copying) isElement(e ast.Expr) bool {
	return c.elem != nil && c.is(e, c.elem) || c.isIndexed(e)
}

// plain reports whether statements only write the element.
//
//	b.WriteRune(r), b.WriteByte(c), out = append(out, c), out += string(r)
func (c *copying) plain(list []ast.Stmt) bool {
	if continues(list) {
		if c.atEnd {
			return false // it does not count
		}
		list = list[:len(list)-1]
	}
	if c.stepped && !c.atEnd {
		if len(list) != 2 || !c.isStep(list[1]) {
			return false
		}
		list = list[:1]
	}
	for len(list) > 1 && c.leavesState(list[0]) {
		list = list[1:]
	}
	for len(list) > 1 && c.leavesState(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	if len(list) != 1 {
		return false
	}
	switch n := list[0].(type) {
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		return ok && c.writesElement(call)
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || !c.is(n.Lhs[0], c.out) {
			return false
		}
		if n.Tok == token.ADD_ASSIGN {
			return c.asText(n.Rhs[0])
		}
		call, ok := n.Rhs[0].(*ast.CallExpr)
		return ok && n.Tok == token.ASSIGN && c.appends(call)
	}
	return false
}

// leavesState reports whether a statement only computes what a later iteration may ask for, and
// nothing behind the loop.
func (c *copying) leavesState(stmt ast.Stmt) bool {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || !c.compares(as.Rhs[0]) {
		return false
	}
	v, ok := technique.Variable(c.pass.TypesInfo, as.Lhs[0])
	if !ok || v == c.out || v == c.s || v == c.elem || v == c.index || v == c.found {
		return false
	}
	fn, _ := technique.EnclosingFunc(c.loop)
	uses, local := technique.LocalUses(c.pass, v)
	if !local || v.Pos() < fn.Node().Pos() {
		return false
	}
	for _, use := range uses {
		_, addressed := technique.Replaced(use)
		if addressed || use.Node().Pos() > c.loop.Node().End() || !technique.InFunc(use, fn) {
			return false
		}
	}
	c.state = append(c.state, v)
	return true
}

// writesElement reports whether a call writes the element to a builder or a buffer.
func (c *copying) writesElement(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !c.is(sel.X, c.out) || len(call.Args) != 1 {
		return false
	}
	switch sel.Sel.Name {
	case "WriteRune":
		return c.runes && c.isElement(call.Args[0])
	case "WriteByte":
		return !c.runes && c.isElement(call.Args[0])
	case "WriteString":
		return c.asText(call.Args[0])
	}
	return false
}

// asText reports whether an expression is the rune of the iteration as a string.
func (c *copying) asText(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && c.runes && c.pass.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 &&
		types.Identical(c.pass.TypesInfo.TypeOf(call), types.Typ[types.String]) &&
		c.isElement(call.Args[0])
}

// appends reports whether a call appends the element.
func (c *copying) appends(call *ast.CallExpr) bool {
	info := c.pass.TypesInfo
	if len(call.Args) != 2 || !c.is(call.Args[0], c.out) {
		return false
	}
	bytes, runes := c.elements()
	switch {
	case technique.IsFunc(info, call, "unicode/utf8", "AppendRune"):
		return c.runes && c.isElement(call.Args[1])
	case !technique.IsBuiltin(info, call, "append"):
		return false
	case call.Ellipsis.IsValid():
		return bytes && c.asText(call.Args[1])
	}
	return c.isElement(call.Args[1]) && (c.runes && runes || !c.runes && bytes)
}

// earlyPart reports whether a reason may be asked before the loop.
func (c *copying) earlyPart(p part) bool {
	return c.early(p.e) && !slices.ContainsFunc(p.or, func(e ast.Expr) bool { return !c.early(e) })
}

// early reports whether an expression may be evaluated before the loop, once more for
// each element.
func (c *copying) early(e ast.Expr) bool {
	if !effects.Only(c.pass, e, effects.Panics|effects.Keeps) {
		return false
	}
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		if x, isExpr := n.(ast.Expr); isExpr && c.isIndexed(x) {
			return false // the element
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			obj := c.pass.TypesInfo.Uses[n]
			if v, isVar := obj.(*types.Var); isVar && v != c.elem && !v.IsField() {
				inside := c.loop.Node().Pos() <= v.Pos() && v.Pos() < c.loop.Node().End()
				ok = ok && v != c.out && v != c.index && (!inside || v == c.found) &&
					!slices.Contains(c.state, v)
			}
		}
		return ok
	})
	return ok
}

// usesWritten finds the calls that write, which may allocate. It fails where the loop
// uses in another way what is written to.
func (c *copying) usesWritten() bool {
	for _, use := range technique.UsesOf(c.pass, c.out) {
		if !c.loop.Contains(use) {
			continue
		}
		if call, ok := callAround(use); ok {
			c.writes = append(c.writes, call)
		}
	}
	if !c.inPlace && len(c.writes) == 0 {
		c.writes = append(c.writes, c.text)
	}
	return true
}

// callAround returns the call of which a use is the receiver or an argument, or the
// text that is added to it.
func callAround(use inspector.Cursor) (ast.Node, bool) {
	parent := use.Parent()
	if _, ok := parent.Node().(*ast.SelectorExpr); ok {
		parent = parent.Parent()
	}
	switch n := parent.Node().(type) {
	case *ast.CallExpr:
		return n, true
	case *ast.AssignStmt:
		return n.Rhs[0], n.Tok == token.ADD_ASSIGN
	}
	return nil, false
}
