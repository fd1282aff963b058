package hoist

import (
	"go/ast"
	"go/types"
	"math/big"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// mostBits bounds the numbers that are computed when the program starts.
const mostBits = 4096

// number proposes a variable for a number that is computed of constants, and that other numbers
// are only computed with.
//
//	have: max := new(big.Int).Lsh(big.NewInt(1), 128)
//	      return new(big.Int).Mod(x, max)
//	want: var wrapNumber = new(big.Int).Lsh(big.NewInt(1), 128)
//	      return new(big.Int).Mod(x, wrapNumber)
func (s *site) number() (p technique.Proposal, ok bool) {
	if !technique.IsBigInt(s.pass.TypesInfo.TypeOf(s.expr)) || s.computed(s.expr) == nil {
		return p, false
	}
	if p, ok := s.twoStatements(); ok {
		return p, true
	}
	heap := effects.NumberStart(s.pass.TypesInfo, s.expr) != s.expr
	ok = s.only(func(use inspector.Cursor) bool {
		heap = heap || s.keptOnHeap(use)
		return s.readsNumber(use)
	})
	if !ok || !heap || !s.sameOutside(building{}) {
		return p, false
	}
	return s.propose(building{what: "the number", suffix: "Number",
		text: technique.Text(s.pass, s.expr)}), true
}

// keptOnHeap reports whether a use of a number is an operand of which a method keeps the words for
// a while, so that they are on the heap. What big.NewInt returns is on the stack where only other
// methods get it.
func (s *site) keptOnHeap(use inspector.Cursor) bool {
	call, operand := asked(use)
	if !operand {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok {
		return false
	}
	switch fn.Name() {
	case "Exp":
		return use.ParentEdgeIndex() == 2
	case "ModInverse", "ModSqrt":
		return use.ParentEdgeIndex() == 1
	case "GCD":
		return use.ParentEdgeIndex() == 3
	}
	return false
}

// readsNumber reports whether a use of a number computes others with it, or asks it.
func (s *site) readsNumber(use inspector.Cursor) bool {
	call, operand := asked(use)
	if call == nil {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || !effects.NumberMethod(fn) {
		return false
	}
	if operand {
		return readsOperand(fn, use.ParentEdgeIndex())
	}
	results := fn.Signature().Results()
	if results.Len() != 1 {
		return false
	}
	_, basic := results.At(0).Type().Underlying().(*types.Basic)
	return basic || technique.IsBytes(results.At(0).Type()) // Cmp, Sign, String, Bytes
}

// readsOperand reports whether a method of a number sets its receiver at most, and not its operand
// at an index.
func readsOperand(fn *types.Func, index int) bool {
	switch fn.Name() {
	case "GCD":
		return index > 1
	case "QuoRem", "DivMod":
		return index < 2
	}
	return fn.Signature().Results().Len() == 1
}

// twoStatements matches a number that a second statement computes.
//
//	have: max := new(big.Int)
//	      max.SetString("18446744073709551616", 10)
//	want: var wrapNumber, _ = new(big.Int).SetString("18446744073709551616", 10)
func (s *site) twoStatements() (p technique.Proposal, ok bool) {
	info, stmt := s.pass.TypesInfo, s.cur.Parent()
	v, above, local := s.localBelow()
	next, follows := stmt.NextSibling()
	if !local || !follows || technique.CommentedAround(s.pass, stmt.Node(), next.Node()) {
		return p, false
	}
	call, sel := methodStatement(next.Node())
	if sel == nil || !technique.Names(info, sel.X, v) || !s.sameOutside(building{}) ||
		!s.sameArguments(call) {
		return p, false
	}
	names := ""
	if technique.IsMethod(info, call, "math/big", "Int", "SetString") {
		names, ok = ", _", readsText(info, call)
	} else {
		ok = s.result(call, s.computed(s.expr)) != nil
	}
	uses := slices.DeleteFunc(slices.Clone(technique.UsesOf(s.pass, v)),
		func(use inspector.Cursor) bool { return use.Node() == ast.Node(sel.X) })
	if !ok || len(uses) == 0 || slices.ContainsFunc(uses,
		func(use inspector.Cursor) bool { return !s.readsNumber(use) }) {
		return p, false
	}
	name := s.name(building{suffix: "Number"})
	value := technique.Patch(s.pass, call, map[ast.Node]string{
		sel.X: technique.Text(s.pass, s.expr)})
	both := &ast.BlockStmt{Lbrace: stmt.Node().Pos(), Rbrace: next.Node().End() - 1}
	decl := s.declare(name+names, value)
	if above != nil {
		both.Lbrace = above.Pos()
		decl.NewText = append([]byte(lines(above)), decl.NewText...)
	}
	p = technique.Proposal{At: s.expr, Message: "build the number once, in " + name,
		Also: []ast.Node{call}, Edits: []analysis.TextEdit{decl, technique.Remove(s.pass, both)}}
	for _, use := range uses {
		p.Edits = append(p.Edits, technique.Replace(use.Node(), name))
	}
	return p, true
}

// methodStatement returns the call that a statement is, and what names its method; nil for none.
func methodStatement(stmt ast.Node) (call *ast.CallExpr, method *ast.SelectorExpr) {
	if stmt, ok := stmt.(*ast.ExprStmt); ok {
		if call, ok = stmt.X.(*ast.CallExpr); ok {
			method, _ = call.Fun.(*ast.SelectorExpr)
		}
	}
	return call, method
}

// sameArguments reports whether the arguments of a call mean the same outside of the function.
func (s *site) sameArguments(call *ast.CallExpr) bool {
	return !slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		return !technique.ResolvesSameAt(s.pass, e, s.fn.Pos())
	})
}

// computed returns the number that an expression makes of constants; nil for none. It is no
// number that the program has elsewhere.
func (s *site) computed(e ast.Expr) *big.Int {
	info := s.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	switch {
	case !ok || len(call.Args) == 0:
		return nil
	case technique.IsBuiltin(info, call, "new"):
		if info.Types[call.Args[0]].IsType() && technique.IsBigInt(info.TypeOf(call)) {
			return new(big.Int)
		}
		return nil
	case technique.IsFunc(info, call, "math/big", "NewInt"):
		if n, ok := technique.ConstantInt(info, call.Args[0]); ok {
			return big.NewInt(n)
		}
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	return s.result(call, s.computed(sel.X))
}

// result returns what a method gives a number z that is known, of constants; nil where it is none
// that surely returns soon.
func (s *site) result(call *ast.CallExpr, z *big.Int) *big.Int {
	info := s.pass.TypesInfo
	fn, ok := technique.Func(info, call)
	if z == nil || !ok || !effects.SetsNumber(info, call) {
		return nil
	}
	x := s.computed(call.Args[0])
	n, whole := technique.ConstantInt(info, call.Args[0])
	var y *big.Int
	if len(call.Args) > 1 {
		y = s.computed(call.Args[1])
	}
	switch name := fn.Name(); {
	case name == "SetInt64" && whole:
		return z.SetInt64(n)
	case name == "Lsh" && x != nil:
		by, ok := technique.ConstantInt(info, call.Args[1])
		if ok && by <= mostBits {
			return z.Lsh(x, uint(by))
		}
	case name == "Exp" && x != nil && y != nil:
		if y.IsInt64() && y.Int64() <= mostBits && int64(x.BitLen())*y.Int64() <= mostBits {
			return z.Exp(x, y, nil)
		}
	case name == "Add" && x != nil && y != nil:
		return z.Add(x, y)
	case name == "Sub" && x != nil && y != nil:
		return z.Sub(x, y)
	case name == "Mul" && x != nil && y != nil:
		return z.Mul(x, y)
	case name == "Neg" && x != nil:
		return z.Neg(x)
	}
	return nil
}

// readsText reports whether a call of SetString reads a number from a constant text. What is none
// leaves the number that it has to no rule.
func readsText(info *types.Info, call *ast.CallExpr) bool {
	text, ok := technique.ConstantText(info, call.Args[0])
	base, known := technique.ConstantInt(info, call.Args[1])
	if !ok || !known || base != 0 && (base < 2 || base > big.MaxBase) {
		return false // SetString panics
	}
	_, ok = new(big.Int).SetString(text, int(base))
	return ok
}
