package queueroom

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// calm reports whether evaluating the arguments of a call leaves the queue as it is.
func (q *queue) calm(args []ast.Expr) bool {
	return !slices.ContainsFunc(args, func(e ast.Expr) bool { return !q.walker.Allowed(e) })
}

// leaves reports whether a node leaves the queue as it is, and lets nothing else run meanwhile.
// What changes the queue right before it returns does so when the loop is over.
func (q *queue) leaves(fn *ast.FuncDecl, n ast.Node) bool {
	if n, ok := n.(*ast.AssignStmt); ok {
		for _, left := range n.Lhs {
			if technique.VariableOrField(q.pass.TypesInfo, left) == q.v {
				return fn == nil && q.returns(n)
			}
		}
	}
	return effects.RunsAlone(q.pass.TypesInfo, n)
}

// returns reports whether a statement is followed by a return.
func (q *queue) returns(n ast.Stmt) bool {
	cur, ok := technique.Find(q.pass, n)
	if !ok || !technique.InList(cur) {
		return false
	}
	next, ok := cur.NextSibling()
	if !ok {
		return false
	}
	_, ok = next.Node().(*ast.ReturnStmt)
	return ok
}

func anyBuiltin(*ast.CallExpr, string) bool { return true }

// library allows what calls nothing back, and lets no other goroutine go on that waits for a
// lock. Error is a method of the error's own type.
func library(_ *ast.CallExpr, fn *types.Func) bool {
	return fn.Pkg() != nil && effects.Known(fn) && !effects.Of(fn).Has(effects.Calls) &&
		!strings.HasPrefix(fn.Pkg().Path(), "sync")
}
