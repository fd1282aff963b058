package recognise

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
func (a *Accumulator) understood(use inspector.Cursor) bool {
	if a.Kind == builder || a.Kind == buffer {
		return a.writes(use)
	}
	parent := use.Parent()
	switch n := parent.Node().(type) {
	case *ast.AssignStmt:
		if kind, _ := use.ParentEdge(); kind == edge.AssignStmt_Lhs {
			return technique.InList(parent) && a.assigns(n)
		}
	case *ast.CallExpr:
		if done, ok := a.passed(parent, n, use.Node()); done {
			return ok
		}
	case *ast.BinaryExpr:
		if a.Kind == Plain && a.comparesEmpty(n, use.Node()) {
			return true
		}
		if a.selfSum(parent) {
			return true
		}
	case *ast.IndexExpr, *ast.SliceExpr:
		if a.Kind != Plain {
			return use.ParentEdgeKind() == edge.IndexExpr_X && a.fills(use)
		}
		if done, ok := a.part(use); done {
			return ok
		}
	case *ast.RangeStmt:
		return a.Fill != nil && a.Fill.Over != nil && n == a.Fill.Loop &&
			use.ParentEdgeKind() == edge.RangeStmt_X
	}
	if a.Kind == Plain {
		a.Reads = append(a.Reads, use.Node().(*ast.Ident))
		return true
	}
	return false
}

// assigns matches the statements that add to an accumulator.
//
//	have: s += text; s = s + text; parts = append(parts, text)
func (a *Accumulator) assigns(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return false
	}
	switch {
	case a.Kind == Plain && n.Tok == token.ADD_ASSIGN:
		return a.addsTexts(n, n.Rhs[0])
	case n.Tok != token.ASSIGN:
		return false
	case a.Kind == Plain && (a.empties(n) || a.cuts(n)):
		return true
	case a.Kind == Plain:
		leaves := a.In.Leaves(n.Rhs[0])
		return len(leaves) > 1 && a.In.Variable(leaves[0]) == a.Var && a.addsTexts(n, leaves[1:]...)
	}
	c, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	switch {
	case !ok || len(c.Args) == 0 || a.In.Variable(c.Args[0]) != a.Var || a.Fill != nil:
		return false
	case a.In.uses(c.Args[1:], a.Var):
		return false
	case !technique.IsBuiltin(a.In.Pkg.Info, c, "append"):
		return a.Kind == Raw && a.In.Pkg.appendsBytes(c) && a.addsCall(n, c)
	case c.Ellipsis.IsValid() && a.Kind == parts:
		return false
	case a.Kind == Raw &&
		!(c.Ellipsis.IsValid() && technique.IsText(a.In.Pkg.Info.TypeOf(c.Args[1]))):
		return a.addsCall(n, c)
	}
	return a.addsTexts(n, c.Args[1:]...)
}

// selfSum accepts the variable on the right side of s = s + text, which
// assigns has looked at.
func (a *Accumulator) selfSum(cur inspector.Cursor) bool {
	for kind, _ := cur.ParentEdge(); ; kind, _ = cur.ParentEdge() {
		switch n := cur.Parent().Node().(type) {
		case *ast.BinaryExpr, *ast.ParenExpr:
			cur = cur.Parent()
			continue
		case *ast.AssignStmt:
			return kind == edge.AssignStmt_Rhs && n.Tok == token.ASSIGN && a.Kind == Plain &&
				len(n.Lhs) == 1 && a.In.Variable(n.Lhs[0]) == a.Var
		}
		return false
	}
}

// appendsBytes reports whether a call of the standard library appends to its
// first argument and returns it.
func (ix *Package) appendsBytes(c *ast.CallExpr) bool {
	fn, ok := ix.Info.Uses[CalledName(c)].(*types.Func)
	if !ok || fn.Pkg() == nil || len(fn.Name()) < 6 || fn.Name()[:6] != "Append" {
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "fmt", "time", "unicode/utf8", "encoding/hex":
		return IsBytes(ix.Info.TypeOf(c))
	}
	return false
}
