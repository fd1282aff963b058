package effects

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// SetsNumber reports whether a call is one of a method of big.Int that writes its result to the
// memory of its receiver and returns that.
func SetsNumber(info *types.Info, call *ast.CallExpr) bool {
	fn, ok := technique.Func(info, call)
	if ok && NumberMethod(fn) && fn.Name() == "Exp" && len(call.Args) == 3 {
		return info.Types[call.Args[2]].IsNil() // without a modulus there is a result
	}
	return ok && setsNumber(fn)
}

// NumberStart returns what the first of the methods that compute a number one after the other is
// called on: the expression itself where there is none.
//
//	new(big.Int).Set(a).Neg(a)
func NumberStart(info *types.Info, e ast.Expr) ast.Expr {
	for {
		e = ast.Unparen(e)
		call, ok := e.(*ast.CallExpr)
		if !ok || !SetsNumber(info, call) {
			return e
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return e
		}
		e = sel.X
	}
}

// setsNumber reports whether a method does so whatever it gets.
func setsNumber(fn *types.Func) bool {
	results := fn.Signature().Results()
	if !NumberMethod(fn) || results.Len() != 1 || !technique.IsBigInt(results.At(0).Type()) {
		return false
	}
	switch fn.Name() {
	case "SetBits": // has the memory of its argument
		return false
	case "Exp", "ModInverse", "ModSqrt": // return nil where there is no result
		return false
	}
	return true
}

// NumberMethod reports whether a function is a method of big.Int.
func NumberMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && technique.IsBigInt(recv.Type())
}

// Numbers finds out whether code keeps a number of package math/big, or a part of it.
type Numbers struct {
	Pass *analysis.Pass
	// Refused reports whether a use of a variable is none that may be, whatever it does; Also
	// whether another use of the number may be, besides. Either may be nil.
	Refused, Also func(use inspector.Cursor) bool
	// Alone says that no second variable of a function may hold the number.
	Alone bool
	Seen  map[*types.Var]bool // the variables that hold the number, so far
}

// Only judges all uses of a variable that holds the number.
func (c *Numbers) Only(v *types.Var) bool {
	if c.Seen[v] {
		return true
	}
	if c.Seen == nil {
		c.Seen = make(map[*types.Var]bool)
	}
	c.Seen[v] = true
	uses, ok := technique.LocalUses(c.Pass, v)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return c.Refused != nil && c.Refused(use) || !c.Use(use)
	})
}

// Use judges one use of the number: methods compute with it, and functions of the package.
func (c *Numbers) Use(cur inspector.Cursor) bool {
	if c.Also != nil && c.Also(cur) {
		return true
	}
	info, parent := c.Pass.TypesInfo, cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return c.Use(parent)
	case *ast.ExprStmt, *ast.BinaryExpr:
		return true
	case *ast.SelectorExpr:
		call, ok := parent.Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != ast.Expr(n) {
			return false
		}
		fn, ok := technique.Func(info, call)
		return ok && NumberMethod(fn) && fn.Name() != "SetBits" &&
			c.result(parent.Parent(), fn)
	case *ast.AssignStmt:
		v, _, _ := technique.Declared(info, n)
		return cur.ParentEdgeKind() == edge.AssignStmt_Rhs && v != nil && !c.Alone && c.Only(v)
	case *ast.CallExpr:
		fn, ok := technique.Func(info, n)
		if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		if NumberMethod(fn) {
			return setsNumber(fn) || c.result(parent, fn)
		}
		decl, index := declOf(c.Pass, fn), cur.ParentEdgeIndex()
		sig := fn.Origin().Signature()
		return decl != nil && decl.Body != nil &&
			(!sig.Variadic() || index < sig.Params().Len()-1) &&
			technique.IsBigInt(sig.Params().At(index).Type()) && c.Only(sig.Params().At(index))
	}
	return false
}

// result judges what a method returns: a number may be the one that it got.
func (c *Numbers) result(call inspector.Cursor, fn *types.Func) bool {
	if call.ParentEdgeKind() == edge.ExprStmt_X {
		return true
	}
	results := fn.Signature().Results()
	if results.Len() != 1 {
		return false
	}
	switch t := results.At(0).Type(); {
	case technique.IsBigInt(t):
		return c.Use(call)
	case technique.IsBytes(t):
		return true // a copy, or what FillBytes got
	default:
		_, basic := t.Underlying().(*types.Basic)
		return basic
	}
}
