package groupkey

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// operands returns what a value is made of: the arguments of append, which writes to nothing that
// tells whether an entry is there.
func operands(info *types.Info, e ast.Expr) (list []ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "append") {
		return []ast.Expr{e}
	}
	for _, arg := range call.Args {
		list = append(list, operands(info, arg)...)
	}
	return list
}

// quiet reports whether an expression has no effects, and looks at nothing of the map but values
// of entries.
func (f *flow) quiet(e ast.Expr) bool {
	ok := effects.Only(f.pass, e, effects.Keeps|effects.Outside|effects.Panics)
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.IndexExpr:
			if f.isMap(f.pass.TypesInfo.TypeOf(n.X)) {
				_, variable := technique.Variable(f.pass.TypesInfo, n.X)
				ok = ok && variable && f.quiet(n.Index)
				return false
			}
		case ast.Expr:
			ok = ok && !f.isMap(f.pass.TypesInfo.TypeOf(n))
		}
		return ok
	})
	return ok
}

// calm reports whether evaluating an expression cannot panic.
func (f *flow) calm(e ast.Expr) bool {
	info := f.pass.TypesInfo
	ok := effects.Only(f.pass, e, effects.Keeps|effects.Outside)
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.TypeAssertExpr, *ast.SliceExpr:
			ok = false
		case *ast.IndexExpr:
			ok = ok && technique.IsMap(info.TypeOf(n.X)) && technique.IsText(info.TypeOf(n.Index))
		case *ast.SelectorExpr:
			sel := info.Selections[n]
			ok = ok && (sel == nil || !sel.Indirect() && !technique.IsPointer(info.TypeOf(n.X)))
		case *ast.BinaryExpr:
			ok = ok && !mayPanic(info, n)
		case *ast.CompositeLit:
			ok = ok && !technique.IsMap(info.TypeOf(n))
		case *ast.CallExpr:
			ok = ok && f.returns(n)
		}
		return ok
	})
	return ok
}

// mayPanic reports whether an operator may panic: it divides, shifts, or compares what is no text
// and no number.
func mayPanic(info *types.Info, n *ast.BinaryExpr) bool {
	switch n.Op {
	case token.QUO, token.REM, token.SHL, token.SHR:
		return true
	case token.EQL, token.NEQ:
		_, basic := info.TypeOf(n.X).Underlying().(*types.Basic)
		return !basic
	}
	return false
}

// returns reports whether a call is one that returns, whatever its arguments are.
func (f *flow) returns(call *ast.CallExpr) bool {
	info := f.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		_, slice := info.TypeOf(call.Args[0]).Underlying().(*types.Slice)
		_, text := info.TypeOf(call).Underlying().(*types.Basic)
		return !slice || text
	}
	for _, name := range []string{"len", "cap", "min", "max", "new"} {
		if technique.IsBuiltin(info, call, name) {
			return true
		}
	}
	_, builtin := technique.Callee(info, call).(*types.Builtin)
	return !builtin
}

// unseen reports whether the map is gone when a panic leaves the function: it made the map for a
// variable of its own, and nothing that runs later has it.
func (f *flow) unseen(s *store) bool {
	v, ok := technique.Variable(f.pass.TypesInfo, s.index.X)
	fn, found := technique.EnclosingFunc(s.cur)
	if !ok || !found || technique.HasDefer(fn.Node()) {
		return false
	}
	switch e := technique.OnlyValue(f.pass, v).(type) {
	case *ast.CompositeLit:
	case *ast.CallExpr:
		if !technique.IsBuiltin(f.pass.TypesInfo, e, "make") {
			return false
		}
	default:
		return false
	}
	return true
}
