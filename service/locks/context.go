package locks

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/wring-go/wring/service/gosource"
)

// A context is a channel, Done, that its function cancel closes. A context and the
// cancel that was returned with it are joined in the aliases.

// doneOf returns ctx where ch is ctx.Done().
func doneOf(fn *gosource.Func, ch ast.Expr) ast.Expr {
	call, ok := ast.Unparen(ch).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" || !isContext(fn.Pkg.Info.TypeOf(sel.X), "Context") {
		return nil
	}
	return sel.X
}

func isContext(t types.Type, names ...string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "context" {
		return false
	}
	for _, name := range names {
		if named.Obj().Name() == name {
			return true
		}
	}
	return false
}

// contextRef returns the channel of a context.
func (e *engine) contextRef(fn *gosource.Func, ctx ast.Expr) lockRef {
	ref := lockRef{target: scope{eng: e, fn: fn}.target(ctx), ptr: true, kind: "chan"}
	ref.node, _ = e.aliasesOf().node(fn.Pkg.Info, ctx)
	if !ref.target.path.known() {
		ref.target.path.text = types.ExprString(ctx)
	}
	ref.target = target{path: ref.target.path.with(step{name: "Done()", off: -1, viaPtr: true})}
	ref.class = ref.target.path.class(fn)
	return ref
}

// parents returns the contexts from which a function made the one of ch, which is
// done when they are.
func (e *engine) parents(fn *gosource.Func, ch ast.Expr) (list []ast.Expr) {
	ctx := doneOf(fn, ch)
	for range 5 {
		id, ok := ctx.(*ast.Ident)
		if !ok {
			break
		}
		v, _ := fn.Pkg.Info.ObjectOf(id).(*types.Var)
		call, ok := e.soleDef(fn, v).(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || !isContext(fn.Pkg.Info.TypeOf(call.Args[0]), "Context") {
			break
		}
		ctx = ast.Unparen(call.Args[0])
		list = append(list, ctx)
	}
	return list
}

// cancelRef returns the channel that a call of a context's cancel closes.
func (e *engine) cancelRef(fn *gosource.Func, call *ast.CallExpr) (lockRef, bool) {
	al := e.aliasesOf()
	n, _ := al.node(fn.Pkg.Info, call.Fun)
	if !isContext(fn.Pkg.Info.TypeOf(call.Fun), "CancelFunc", "CancelCauseFunc") &&
		!al.mayCancel(n) {
		return lockRef{}, false
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && fn.Decl != nil {
		if ctx := contextOf(fn, fn.Pkg.Info.ObjectOf(id)); ctx != nil {
			return e.contextRef(fn, ctx), true
		}
	}
	ref := lockRef{ptr: true, kind: "chan", node: n}
	ref.target.path.text = types.ExprString(call.Fun)
	return ref, n.of != nil
}

// contextOf returns what was assigned together with the variable cancel.
func contextOf(fn *gosource.Func, cancel types.Object) (ctx ast.Expr) {
	ast.Inspect(fn.Decl, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && len(as.Lhs) == 2 && withCancel(fn.Pkg.Info, as) {
			id, ok := as.Lhs[1].(*ast.Ident)
			if ok && fn.Pkg.Info.ObjectOf(id) == cancel {
				ctx = as.Lhs[0]
			}
		}
		return ctx == nil
	})
	return ctx
}

// withCancel reports whether a statement assigns a new context and its cancel.
func withCancel(info *types.Info, as *ast.AssignStmt) bool {
	if len(as.Rhs) != 1 {
		return false
	}
	call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && (f.Pkg().Path() == "context" &&
		strings.HasPrefix(f.Name(), "With") || f.FullName() == "os/signal.NotifyContext")
}
