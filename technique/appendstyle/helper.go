package appendstyle

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/wring-go/wring/technique"
)

// helper returns the function of the package that is called for certain, and can
// have a twin for this call; nil if there is none.
func (f *function) helper(c *ast.CallExpr) (*types.Func, *ast.FuncDecl) {
	fn := typeutil.StaticCallee(f.ix.info, c)
	if fn == nil || f.ix.isExpression(c) ||
		len(c.Args) == 1 && isTuple(f.ix.info.TypeOf(c.Args[0])) {
		return nil, nil
	}
	fn = fn.Origin()
	decl := technique.DeclOf(f.ix.pass, fn)
	if decl == nil || !f.ix.twinnable(fn, decl) {
		return nil, nil
	}
	if technique.FileOf(f.ix.pass, decl.Pos()) != f.file && f.ix.elsewhere(fn.Name()) {
		return nil, nil // other builds may have another function of that name
	}
	return fn, decl
}

// isExpression reports whether a method is called as T.method(x).
func (ix *index) isExpression(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return ok && ix.info.Selections[sel] != nil &&
		ix.info.Selections[sel].Kind() == types.MethodExpr
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// twinnable reports whether a function can have a twin.
func (ix *index) twinnable(fn *types.Func, decl *ast.FuncDecl) bool {
	file := technique.FileOf(ix.pass, decl.Pos())
	if fn.Name() == "_" || file == nil || !ix.editable(file, decl) {
		return false
	}
	results := fn.Signature().Results()
	if results.Len() < 1 || results.Len() > 2 || !isString(results.At(0).Type()) ||
		results.Len() == 2 && isString(results.At(1).Type()) || results.At(0).Name() != "" {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		if v.Name() == "" {
			return false // one with a name cannot stand beside it
		}
	}
	return !contains(decl.Body, unlike)
}

// unlike matches what makes a function return in other ways than by return
// statements that stand in lists.
func unlike(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.DeferStmt:
		return true
	case *ast.LabeledStmt:
		_, ok := n.Stmt.(*ast.ReturnStmt)
		return ok
	}
	return false
}

// expendable reports whether only this package's files that were looked at
// could use a function.
func (ix *index) expendable(fn *types.Func) bool {
	return !fn.Exported() && !ix.elsewhere(fn.Name()) &&
		(fn.Signature().Recv() == nil || !ix.wanted(fn.Name()))
}

// wanted reports whether an interface asks for a method of that name.
func (ix *index) wanted(name string) bool {
	for cur := range ix.top.Preorder((*ast.InterfaceType)(nil)) {
		t, ok := ix.info.TypeOf(cur.Node().(*ast.InterfaceType)).(*types.Interface)
		if !ok {
			return true
		}
		for m := range t.Methods() {
			if m.Name() == name {
				return true
			}
		}
	}
	return false
}
