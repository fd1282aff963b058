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
