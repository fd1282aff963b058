package recognise

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// Helper returns the function of the package that is called for certain, and can
// have a twin for this call; nil if there is none.
func (f *Function) Helper(c *ast.CallExpr) (*types.Func, *ast.FuncDecl) {
	fn, ok := technique.Func(f.Pkg.Info, c)
	if !ok || f.Pkg.isExpression(c) ||
		len(c.Args) == 1 && isTuple(f.Pkg.Info.TypeOf(c.Args[0])) {
		return nil, nil
	}
	fn = fn.Origin()
	decl := technique.DeclOf(f.Pkg.Pass, fn)
	if decl == nil || !f.Pkg.Twinnable(fn, decl) {
		return nil, nil
	}
	if technique.FileOf(f.Pkg.Pass, decl.Pos()) != f.File &&
		technique.MentionedBeside(f.Pkg.Pass, fn.Name()) {
		return nil, nil // other builds may have another function of that name
	}
	return fn, decl
}

// isExpression reports whether a method is called as T.method(x).
func (ix *Package) isExpression(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return ok && ix.Info.Selections[sel] != nil &&
		ix.Info.Selections[sel].Kind() == types.MethodExpr
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// Twinnable reports whether a function can have a twin.
func (ix *Package) Twinnable(fn *types.Func, decl *ast.FuncDecl) bool {
	file := technique.FileOf(ix.Pass, decl.Pos())
	if fn.Name() == "_" || file == nil || !ix.Editable(file, decl) {
		return false
	}
	results := fn.Signature().Results()
	if results.Len() < 1 || results.Len() > 2 || !technique.IsText(results.At(0).Type()) ||
		results.Len() == 2 && technique.IsText(results.At(1).Type()) || results.At(0).Name() != "" {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		if v.Name() == "" {
			return false // one with a name cannot stand beside it
		}
	}
	return !Contains(decl.Body, unlike)
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

// Expendable reports whether only this package's files that were looked at
// could use a function.
func (ix *Package) Expendable(fn *types.Func) bool {
	return !fn.Exported() && !technique.MentionedBeside(ix.Pass, fn.Name()) &&
		(fn.Signature().Recv() == nil || !ix.wanted(fn.Name()))
}

// wanted reports whether an interface asks for a method of that name.
func (ix *Package) wanted(name string) bool {
	for cur := range ix.top.Preorder((*ast.InterfaceType)(nil)) {
		t, ok := ix.Info.TypeOf(cur.Node().(*ast.InterfaceType)).(*types.Interface)
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
