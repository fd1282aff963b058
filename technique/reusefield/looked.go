package reusefield

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// looks reports whether a use of what is taken reads or writes elements, or hands the memory to
// what does not keep it and does not see whether it is nil.
func (d *drain) looks(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		return false
	}
	info, parent := d.pass.TypesInfo, cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return d.looks(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !pointed(info, parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && n.Max == nil && d.ends(n) && d.looks(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.CallExpr:
		if cur.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		return d.gets(n, cur.ParentEdgeIndex())
	}
	return false
}

// gets reports whether a call that gets what is taken lets go of it.
func (d *drain) gets(call *ast.CallExpr, index int) bool {
	switch fn := technique.Callee(d.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return fn.Name() == "len" || fn.Name() == "copy" ||
			fn.Name() == "append" && index > 0 && call.Ellipsis.IsValid()
	case *types.Func:
		if technique.DeclOf(d.pass, fn) == nil {
			return effects.Transfers(fn) || effects.Known(fn) &&
				effects.RetainsNothing(fn, index) && !effects.ReturnsSlice(fn) &&
				effects.NilIsEmpty(fn)
		}
		sig := fn.Origin().Signature()
		if index >= sig.Params().Len() || sig.Variadic() && index == sig.Params().Len()-1 {
			return false
		}
		param := sig.Params().At(index)
		if d.seen[param] {
			return true
		}
		d.seen[param] = true
		uses, ok := technique.LocalUses(d.pass, param)
		for _, use := range uses {
			for range use.Enclosing((*ast.FuncLit)(nil)) {
				return false
			}
			if !d.looks(use) {
				return false
			}
		}
		return ok && technique.IsSlice(param.Type()) && technique.Unassigned(d.pass, param)
	}
	return false
}
