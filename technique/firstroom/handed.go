package firstroom

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// handed reports whether a use, an argument, is the last of the slice, and of a function of the
// package that keeps what it gets in something that outlives it, and appends nothing to it.
//
//	return newHeader(fields), nil
func (g *growing) handed(use inspector.Cursor) bool {
	call := use.Parent()
	fn, ok := technique.Func(g.pass.TypesInfo, call.Node().(*ast.CallExpr))
	if !ok || !g.isLast(use) {
		return false
	}
	k := &keeper{pass: g.pass, seen: make(map[*types.Var]bool)}
	return k.argument(fn, use) &&
		(k.kept || k.returned && call.ParentEdgeKind() == edge.ReturnStmt_Results)
}

// isLast reports whether nothing is done with the slice after a use.
func (g *growing) isLast(use inspector.Cursor) bool {
	uses := technique.UsesOf(g.pass, g.v)
	around, _ := technique.EnclosingFunc(use)
	if !technique.InFunc(g.decl, around) || technique.HasGoto(g.pass, around.Node()) {
		return false // it is called again, or comes back
	}
	for ret := range use.Enclosing((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(ret, around) {
			break
		}
		n := 0
		for _, other := range uses {
			if ret.Contains(other) {
				n++
			}
		}
		return n == 1
	}
	return use == uses[len(uses)-1] && !technique.Repeated(use, g.v.Pos())
}

// keeper follows a slice through functions of the package that get it.
type keeper struct {
	pass     *analysis.Pass
	seen     map[*types.Var]bool // parameters that are being or have been looked at
	kept     bool                // something holds it when they have returned
	returned bool
}

// argument reports whether a function that gets the slice reads, writes or keeps what is in it, and
// does not see its capacity.
func (k *keeper) argument(fn *types.Func, arg inspector.Cursor) bool {
	param, ok := effects.ParameterOf(k.pass, fn, arg)
	if !ok {
		return effects.Known(fn) && effects.RetainsNothing(fn, arg.ParentEdgeIndex()) &&
			!effects.ReturnsSlice(fn) && !effects.Of(fn).Has(effects.Shows)
	}
	if k.seen[param] {
		return true
	}
	k.seen[param] = true
	uses, ok := technique.LocalUses(k.pass, param)
	for _, use := range uses {
		ok = ok && k.use(use)
	}
	return ok && technique.IsSlice(param.Type())
}

// use judges one use of a parameter.
func (k *keeper) use(cur inspector.Cursor) bool {
	info, parent := k.pass.TypesInfo, cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return k.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(info, parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.ReturnStmt:
		k.returned = true
		return true
	case *ast.CompositeLit, *ast.KeyValueExpr:
		k.kept = true
		return true
	case *ast.AssignStmt:
		return k.assigned(n, cur)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && k.call(n, cur)
	}
	return false
}

// assigned reports whether a field gets the slice.
func (k *keeper) assigned(n *ast.AssignStmt, cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() != edge.AssignStmt_Rhs || len(n.Lhs) != len(n.Rhs) {
		return false
	}
	_, field := n.Lhs[cur.ParentEdgeIndex()].(*ast.SelectorExpr)
	k.kept = k.kept || field
	return field
}

// call judges a call that gets the slice.
func (k *keeper) call(call *ast.CallExpr, cur inspector.Cursor) bool {
	switch fn := technique.Callee(k.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "copy", "clear":
			return true
		case "append":
			return cur.ParentEdgeIndex() > 0 && call.Ellipsis.IsValid()
		}
	case *types.Func:
		return k.argument(fn, cur)
	}
	return false
}
