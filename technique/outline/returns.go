package outline

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// returns looks at all return statements: each gives the one value that the function
// makes, or nil. It adds the edits of the body. A variable that cannot be where the caller has
// its value may be copied there.
func (c *constructor) returns() bool {
	fresh := *c
	if c.inPlace() {
		return true
	}
	*c = fresh
	c.copies = true
	return c.inPlace()
}

// inPlace does so for one way to return variables.
func (c *constructor) inPlace() bool {
	var literals []inspector.Cursor
	for cur := range c.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(cur, c.cur) {
			continue
		}
		if !technique.InList(cur) || !c.sees(cur.Node().(*ast.ReturnStmt)) {
			return false
		}
		literals = append(literals, cur)
	}
	if c.v != nil && (len(c.made) > 0 || !c.declaration()) {
		return false // two values, of which one may be known elsewhere
	}
	if c.called(); slices.Contains(c.fills, c.name) {
		return false // what the value is called would hide it
	}
	for _, cur := range literals {
		c.edit(cur.Node().(*ast.ReturnStmt))
	}
	return len(c.made) > 0
}

// sees notes what a return statement gives.
func (c *constructor) sees(stmt *ast.ReturnStmt) bool {
	if call, inner := c.outlined(stmt); call != nil {
		c.handedOn(call, inner)
		return !c.nils // in an interface, a nil pointer from there is not nil
	}
	if len(stmt.Results) != c.decl.Type.Results.NumFields() {
		return false
	}
	x := stmt.Results[0]
	if c.pass.TypesInfo.Types[x].IsNil() {
		return true
	}
	if lit := c.literal(x); lit != nil {
		c.made = append(c.made, lit)
		return true
	}
	if call, made := c.constructed(x); call != nil {
		c.made = append(append(c.made, call), made...)
		return true
	}
	if c.copies {
		name := c.copied(x)
		if name != nil {
			c.made = append(c.made, name)
		}
		return name != nil
	}
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = u.X
	}
	v, ok := technique.Variable(c.pass.TypesInfo, x)
	if !ok || v.Pos() < c.decl.Body.Pos() || c.decl.Body.End() <= v.Pos() ||
		c.v != nil && v != c.v {
		return false
	}
	c.v = v
	return true
}

// literal returns the expression that makes the value where x is &T{...} or new(T), or nil.
func (c *constructor) literal(x ast.Expr) ast.Expr {
	switch n := x.(type) {
	case *ast.UnaryExpr:
		lit, ok := n.X.(*ast.CompositeLit)
		if ok && n.Op == token.AND && types.Identical(c.pass.TypesInfo.TypeOf(lit), c.elem) {
			return n
		}
	case *ast.CallExpr:
		if technique.IsBuiltin(c.pass.TypesInfo, n, "new") &&
			c.pass.TypesInfo.Types[n.Args[0]].IsType() &&
			types.Identical(c.pass.TypesInfo.TypeOf(n.Args[0]), c.elem) {
			return n
		}
	}
	return nil
}

// constructed returns x where it is a call of an inlined function of the package that makes the
// value, and so can be copied, or nil; and what allocates the value there.
func (c *constructor) constructed(x ast.Expr) (call *ast.CallExpr, made []ast.Node) {
	call, ok := x.(*ast.CallExpr)
	if !ok || !types.Identical(c.pass.TypesInfo.TypeOf(call), types.NewPointer(c.elem)) {
		return nil, nil
	}
	if made, ok = effects.Constructs(c.pass, call); !ok {
		return nil, nil
	}
	return call, made
}

// declaration looks at the variable: a statement of the body itself, where it runs once,
// makes it, nothing replaces it, and the function keeps it to itself.
//
//	l := &Lexer{...}    l := new(Lexer)    var l Lexer    l := Lexer{...}
func (c *constructor) declaration() bool {
	pointer := !types.Identical(c.v.Type(), c.elem)
	var def inspector.Cursor
	found := false
	for cur := range c.cur.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		if v, _, _ := technique.Declared(c.pass.TypesInfo, cur.Node()); v == c.v {
			def, found = cur, true
		}
	}
	if !found || def.Parent().Node() != c.decl.Body || technique.HasGoto(c.pass, c.decl.Body) {
		return false
	}
	_, name, value := technique.Declared(c.pass.TypesInfo, def.Node())
	lit, made := c.begins(value, pointer)
	if !made || !c.ownUses(pointer) {
		return false
	}
	c.name = c.v.Name()
	if pointer {
		c.made = append(c.made, value)
	} else {
		c.made = append(c.made, name)
	}
	if lit == nil || len(lit.Elts) == 0 && !technique.Commented(c.pass, lit) {
		c.edits = append(c.edits, technique.Remove(c.pass, def.Node()))
		return true
	}
	c.edits = append(c.edits, analysis.TextEdit{Pos: def.Node().Pos(), End: lit.Pos(),
		NewText: []byte("*" + c.name + " = ")})
	return true
}

// begins returns the literal that the variable's value begins as, nil for none: then it
// begins as zero. It reports whether a new value is made at all.
func (c *constructor) begins(value ast.Expr, pointer bool) (lit *ast.CompositeLit, made bool) {
	if !pointer {
		lit, made = value.(*ast.CompositeLit)
		return lit, made || value == nil
	}
	if value == nil {
		return nil, false
	}
	x := c.literal(value)
	if u, ok := x.(*ast.UnaryExpr); ok {
		lit = u.X.(*ast.CompositeLit)
	}
	return lit, x != nil
}

// ownUses looks at the uses of the variable, and adds the edits for a variable that is no
// pointer, and becomes one.
func (c *constructor) ownUses(pointer bool) bool {
	uses, ok := technique.LocalUses(c.pass, c.v)
	for _, use := range uses {
		if !technique.InFunc(use, c.cur) {
			return false
		}
		if u, ok := use.Parent().Node().(*ast.UnaryExpr); ok && u.Op == token.AND && !pointer {
			use = use.Parent()
			for use.ParentEdgeKind() == edge.ParenExpr_X {
				use = use.Parent()
			}
			if use.ParentEdgeKind() != edge.ReturnStmt_Results {
				c.edits = append(c.edits, technique.Replace(use.Node(), c.v.Name()))
			}
		}
		returned := use.ParentEdgeKind() == edge.ReturnStmt_Results
		_, selected := use.Parent().Node().(*ast.SelectorExpr)
		if _, bare := use.Node().(*ast.Ident); bare && !pointer && !selected ||
			!returned && !c.ownUse(use) {
			return false
		}
	}
	return ok
}

// called finds a name for the value where no variable has it: that of its type, or the
// first letter of it.
func (c *constructor) called() {
	if c.v != nil {
		return
	}
	long := technique.LowerFirst(strings.TrimLeft(typeName(c.typ), "_"))
	if _, basic := c.elem.(*types.Basic); basic {
		long = "value"
	}
	if !token.IsIdentifier(long) {
		long = long[:1] // a keyword
	}
	if c.name = technique.FreeName(c.decl, long[:1], long); c.name != "" {
		return
	}
	c.name = technique.FreshName(c.pass, c.file, "made")
}

// edit makes a return statement one of the second function.
func (c *constructor) edit(stmt *ast.ReturnStmt) {
	if call, inner := c.outlined(stmt); call != nil {
		c.handOn(call, inner)
		return
	}
	x := stmt.Results[0]
	switch n := c.literal(x).(type) {
	case *ast.UnaryExpr:
		c.fill(stmt, n.X.Pos(), "")
		return
	case *ast.CallExpr:
		c.edits = append(c.edits, technique.Replace(n, c.name))
		return
	}
	if call, _ := c.constructed(x); call != nil {
		c.fill(stmt, call.Pos(), "*")
	} else if u, ok := x.(*ast.UnaryExpr); ok && c.copies {
		c.fill(stmt, u.X.Pos(), "")
	} else if u, ok := x.(*ast.UnaryExpr); ok {
		c.edits = append(c.edits, technique.Replace(u, c.name))
	}
}

// fill assigns what begins at from, in a return statement, to what the pointer points to.
func (c *constructor) fill(stmt *ast.ReturnStmt, from token.Pos, operator string) {
	c.edits = append(c.edits,
		analysis.TextEdit{Pos: stmt.Pos(), End: from,
			NewText: []byte("*" + c.name + " = " + operator)},
		technique.Insert(stmt.Results[0].End(), "\nreturn "+c.name))
}
