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
func (a *acc) understood(use inspector.Cursor) bool {
	if a.kind == builder || a.kind == buffer {
		return a.writes(use)
	}
	parent := use.Parent()
	switch n := parent.Node().(type) {
	case *ast.AssignStmt:
		if kind, _ := use.ParentEdge(); kind == edge.AssignStmt_Lhs {
			return inList(parent) && a.assigns(n)
		}
	case *ast.CallExpr:
		if done, ok := a.passed(parent, n, use.Node()); done {
			return ok
		}
	case *ast.BinaryExpr:
		if a.kind == plain && a.comparesEmpty(n, use.Node()) {
			return true
		}
		if a.selfSum(parent) {
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
func (a *acc) assigns(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return false
	}
	switch {
	case a.kind == plain && n.Tok == token.ADD_ASSIGN:
		return a.addsTexts(n, n.Rhs[0])
	case n.Tok != token.ASSIGN:
		return false
	case a.kind == plain:
		leaves := a.in.leaves(n.Rhs[0])
		return len(leaves) > 1 && a.in.variable(leaves[0]) == a.v && a.addsTexts(n, leaves[1:]...)
	}
	c, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok || len(c.Args) == 0 || a.in.variable(c.Args[0]) != a.v || a.in.uses(c.Args[1:], a.v) {
		return false
	}
	switch {
	case !technique.IsBuiltin(a.in.ix.info, c, "append"):
		return a.kind == raw && a.in.ix.appendsBytes(c) && a.addsCall(n, c)
	case c.Ellipsis.IsValid() && a.kind == parts:
		return false
	case a.kind == raw && !(c.Ellipsis.IsValid() && isString(a.in.ix.info.TypeOf(c.Args[1]))):
		return a.addsCall(n, c)
	}
	return a.addsTexts(n, c.Args[1:]...)
}

// selfSum accepts the variable on the right side of s = s + text, which
// assigns has looked at.
func (a *acc) selfSum(cur inspector.Cursor) bool {
	for kind, _ := cur.ParentEdge(); ; kind, _ = cur.ParentEdge() {
		switch n := cur.Parent().Node().(type) {
		case *ast.BinaryExpr, *ast.ParenExpr:
			cur = cur.Parent()
			continue
		case *ast.AssignStmt:
			return kind == edge.AssignStmt_Rhs && n.Tok == token.ASSIGN && a.kind == plain &&
				len(n.Lhs) == 1 && a.in.variable(n.Lhs[0]) == a.v
		}
		return false
	}
}

// appendsBytes reports whether a call of the standard library appends to its
// first argument and returns it.
func (ix *index) appendsBytes(c *ast.CallExpr) bool {
	fn, ok := ix.info.Uses[calledName(c)].(*types.Func)
	if !ok || fn.Pkg() == nil || len(fn.Name()) < 6 || fn.Name()[:6] != "Append" {
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "fmt", "time", "unicode/utf8", "encoding/hex":
		return isBytes(ix.info.TypeOf(c))
	}
	return false
}
