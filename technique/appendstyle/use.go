package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// understood reports whether a use of a variable is one of an accumulator, and
// notes it.
func (d *draft) understood(a *acc, use inspector.Cursor) bool {
	if a.kind == builder || a.kind == buffer {
		return d.writes(a, use)
	}
	parent := use.Parent()
	switch n := parent.Node().(type) {
	case *ast.AssignStmt:
		if kind, _ := use.ParentEdge(); kind == edge.AssignStmt_Lhs {
			return inList(parent) && d.assigns(a, n)
		}
	case *ast.CallExpr:
		if done, ok := d.passed(a, parent, n, use.Node()); done {
			return ok
		}
	case *ast.BinaryExpr:
		if a.kind == plain && d.comparesEmpty(a, n, use.Node()) {
			return true
		}
		if d.selfSum(a, parent) {
			return true
		}
	case *ast.IndexExpr, *ast.SliceExpr, *ast.RangeStmt:
		return false
	}
	if a.kind == plain {
		a.reads = append(a.reads, use.Node().(*ast.Ident))
		return true
	}
	return false
}

// assigns matches the statements that add to an accumulator.
//
//	have: s += text; s = s + text; parts = append(parts, text)
func (d *draft) assigns(a *acc, n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return false
	}
	switch {
	case a.kind == plain && n.Tok == token.ADD_ASSIGN:
		a.adds = append(a.adds, add{stmt: n, texts: []ast.Expr{n.Rhs[0]}})
		return d.ix.inOrder(d.operands(n.Rhs[0])...) && !technique.Uses(d.ix.info, n.Rhs[0], a.v)
	case n.Tok != token.ASSIGN:
		return false
	case a.kind == plain:
		leaves := d.leaves(n.Rhs[0])
		if len(leaves) < 2 || d.variable(leaves[0]) != a.v {
			return false
		}
		a.adds = append(a.adds, add{stmt: n, texts: leaves[1:]})
		return d.ordered(leaves[1:]) && !d.uses(leaves[1:], a.v)
	}
	c, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || d.variable(c.Args[0]) != a.v || d.uses(c.Args[1:], a.v) {
		return false
	}
	if technique.IsBuiltin(d.ix.info, c, "append") {
		return d.appends(a, n, c)
	}
	if a.kind == raw && d.appendsBytes(c) {
		a.adds = append(a.adds, add{stmt: n, steps: func(d *draft) []step {
			return []step{call(d.render(c.Fun), d.renderAll(c)...)}
		}})
		return true
	}
	return false
}

// appends notes a call of the builtin function.
func (d *draft) appends(a *acc, n *ast.AssignStmt, c *ast.CallExpr) bool {
	switch {
	case c.Ellipsis.IsValid() && a.kind == parts:
		return false
	case c.Ellipsis.IsValid() && isString(d.ix.info.TypeOf(c.Args[1])):
		a.adds = append(a.adds, add{stmt: n, texts: c.Args[1:]})
	case a.kind == raw:
		a.adds = append(a.adds, add{stmt: n, steps: func(d *draft) []step {
			return []step{call("append", d.renderAll(c)...)}
		}})
		return true
	default:
		a.adds = append(a.adds, add{stmt: n, texts: c.Args[1:]})
	}
	return d.ordered(c.Args[1:])
}

// renderAll returns the arguments of a call but for the first.
func (d *draft) renderAll(c *ast.CallExpr) []string {
	var args []string
	for _, arg := range c.Args[1:] {
		args = append(args, d.render(arg))
	}
	if c.Ellipsis.IsValid() {
		args[len(args)-1] += "..."
	}
	return args
}

// ordered reports whether texts may be appended one after the other.
func (d *draft) ordered(texts []ast.Expr) bool {
	var all []ast.Expr
	for _, e := range texts {
		all = append(all, d.operands(e)...)
	}
	return d.ix.inOrder(all...)
}

func (d *draft) uses(list []ast.Expr, v *types.Var) bool {
	for _, e := range list {
		if technique.Uses(d.ix.info, e, v) {
			return true
		}
	}
	return false
}

// selfSum accepts the variable on the right side of s = s + text, which
// assigns has looked at.
func (d *draft) selfSum(a *acc, cur inspector.Cursor) bool {
	for kind, _ := cur.ParentEdge(); ; kind, _ = cur.ParentEdge() {
		switch n := cur.Parent().Node().(type) {
		case *ast.BinaryExpr, *ast.ParenExpr:
			cur = cur.Parent()
			continue
		case *ast.AssignStmt:
			return kind == edge.AssignStmt_Rhs && n.Tok == token.ASSIGN && a.kind == plain &&
				len(n.Lhs) == 1 && d.variable(n.Lhs[0]) == a.v
		}
		return false
	}
}

// passed notes a use as an argument. It is not done when that is a use like
// any other.
func (d *draft) passed(a *acc, cur inspector.Cursor, c *ast.CallExpr, use ast.Node) (done,
	ok bool) {
	if assign, isAssign := cur.Parent().Node().(*ast.AssignStmt); isAssign && a.kind != plain {
		if len(assign.Lhs) == 1 && d.variable(assign.Lhs[0]) == a.v && c.Args[0] == use {
			return true, true // assigns has looked at it
		}
	}
	switch info := d.ix.info; {
	case technique.IsBuiltin(info, c, "len"):
		return true, d.asksLength(a, cur, c)
	case a.kind == parts && technique.IsFunc(info, c, "strings", "Join") && c.Args[0] == use:
		return true, d.joins(a, c)
	case a.kind == raw && d.ix.isConversion(c) && types.Identical(info.TypeOf(c),
		types.Typ[types.String]):
		a.reads = append(a.reads, c)
		return true, true
	}
	return false, false
}

// joins notes a call of strings.Join; the separator must always be the same.
func (d *draft) joins(a *acc, c *ast.CallExpr) bool {
	sep, ok := text(d.ix.info.Types[c.Args[1]].Value)
	if !ok || len(a.reads) > 0 && sep != a.sep {
		return false
	}
	a.sep, a.sepExpr = sep, c.Args[1]
	a.reads = append(a.reads, c)
	return sep == "" || a.sureElem || d.since(21) // max
}

// asksLength notes len(v). The number of parts is not known any more, only
// whether there are any.
func (d *draft) asksLength(a *acc, cur inspector.Cursor, c *ast.CallExpr) bool {
	if cmp, ok := cur.Parent().Node().(*ast.BinaryExpr); ok && cmp.X == c && d.isZero(cmp.Y) {
		switch cmp.Op {
		case token.EQL, token.NEQ, token.GTR:
			a.empties[cmp] = cmp.Op != token.EQL
			return true
		}
	}
	a.lens = append(a.lens, c)
	return a.kind != parts
}

// comparesEmpty notes v == "" and v != "".
func (d *draft) comparesEmpty(a *acc, n *ast.BinaryExpr, use ast.Node) bool {
	s, ok := text(d.ix.info.Types[n.Y].Value)
	if !ok || s != "" || n.X != use || n.Op != token.EQL && n.Op != token.NEQ {
		return false
	}
	a.empties[n] = n.Op == token.NEQ
	return true
}

// appendsBytes reports whether a call of the standard library appends to its
// first argument and returns it.
func (d *draft) appendsBytes(c *ast.CallExpr) bool {
	fn, ok := d.ix.info.Uses[calledName(c)].(*types.Func)
	if !ok || fn.Pkg() == nil || len(fn.Name()) < 6 || fn.Name()[:6] != "Append" {
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "fmt", "time", "unicode/utf8", "encoding/hex":
		return isBytes(d.ix.info.TypeOf(c))
	}
	return false
}

// calledName returns the identifier that names what is called, or nil.
func calledName(c *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(c.Fun)
	switch instance := fun.(type) {
	case *ast.IndexExpr:
		fun = instance.X
	case *ast.IndexListExpr:
		fun = instance.X
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}
