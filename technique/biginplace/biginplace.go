// Package biginplace computes big numbers in memory that a function has already.
package biginplace

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("biginplace",
		"compute a big number in memory that is there\n\n"+
			"The methods of a big.Int write their result to its memory, and their operands may be "+
			"the same number. So a variable that gets a new number each time around a loop can "+
			"be computed in place, where it alone leads to its number: no other variable, field "+
			"or function holds it, though it may be returned in the end. Two that change places "+
			"compute the new one in what is given up. A number that is only an operand in a loop "+
			"is made once, before it, and a number that is made of another new one takes its "+
			"memory. One that is a copy, and is multiplied or divided next, is computed of "+
			"what it is a copy of; not where the other operand is a number of one word, with "+
			"which the memory of the copy serves.\n\n"+
			"Methods that return nil where there is no result are left alone: Exp with a modulus, "+
			"ModInverse and ModSqrt.",
		technique.Each(owned, (*ast.AssignStmt)(nil)),
		technique.Each(operandsOf, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)),
		technique.Each(nested, (*ast.CallExpr)(nil)),
		technique.Each(copiedFirst, (*ast.AssignStmt)(nil))),
	Title:  "Compute big numbers in place",
	Causes: []string{"big-number", "library-object"},
	Risk:   technique.Checked,
}

// fresh matches an expression that makes a number, and the calls of methods that compute it. A
// method sets all of the number, whatever it was.
//
//	new(big.Int), big.NewInt(5), new(big.Int).Mul(a, b), new(big.Int).Set(a).Neg(a)
func fresh(info *types.Info, e ast.Expr) (start *ast.CallExpr, computed, ok bool) {
	start, ok = effects.NumberStart(info, e).(*ast.CallExpr)
	if !ok || !newNumber(info, start) && !technique.IsFunc(info, start, "math/big", "NewInt") {
		return nil, false, false
	}
	return start, start != ast.Unparen(e), technique.IsBigInt(info.TypeOf(start))
}

// newNumber matches new(big.Int). What new(x) makes has the memory of x.
func newNumber(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsBuiltin(info, call, "new") && info.Types[call.Args[0]].IsType()
}

// outermost returns the last call of those that compute a number, whose start is at cur.
func outermost(info *types.Info, cur inspector.Cursor) inspector.Cursor {
	for {
		up := cur.Parent()
		switch {
		case cur.ParentEdgeKind() == edge.ParenExpr_X:
			cur = up
		case cur.ParentEdgeKind() == edge.SelectorExpr_X &&
			up.ParentEdgeKind() == edge.CallExpr_Fun &&
			effects.SetsNumber(info, up.Parent().Node().(*ast.CallExpr)):
			cur = up.Parent()
		default:
			return cur
		}
	}
}

// later reports whether a use may run when the code around it has gone on.
func later(fn inspector.Cursor) func(inspector.Cursor) bool {
	return func(use inspector.Cursor) bool {
		for up := range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil),
			(*ast.DeferStmt)(nil)) {
			return up != fn
		}
		return false
	}
}

// within reports whether code belongs to a function, and runs where it stands.
func within(cur, fn inspector.Cursor) bool {
	return technique.InFunc(cur, fn) && !later(fn)(cur)
}
