package recognise

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Function is a function of the package, and what was recognised in it. Nothing
// in it changes.
type Function struct {
	Pkg   *Package
	Decl  *ast.FuncDecl // of a literal, one without a name
	Whole ast.Decl      // the declaration of the package that it is, or is in
	File  *ast.File
	Rows  map[*types.Var]*row // statements that may become part of a piece
	lit   *ast.FuncLit        // nil for a declaration
	sums  []sum               // nil until they are asked for
}

func newFunction(ix *Package, whole ast.Decl, decl *ast.FuncDecl, lit *ast.FuncLit) *Function {
	f := &Function{Pkg: ix, Decl: decl, Whole: whole, lit: lit,
		File: technique.FileOf(ix.Pass, decl.Pos())}
	f.Rows = f.findRows()
	return f
}

// Object returns the function, or for a literal the one that it is in; nil where it is in none.
func (f *Function) Object() *types.Func {
	decl, ok := f.Whole.(*ast.FuncDecl)
	if !ok {
		return nil
	}
	return f.Pkg.Info.Defs[decl.Name].(*types.Func)
}

// IsLiteral reports whether the function is a literal, which cannot call itself.
func (f *Function) IsLiteral() bool { return f.lit != nil }

// Inner reports whether the function is a literal in another function.
func (f *Function) Inner() bool {
	if f.lit == nil {
		return false
	}
	for range f.Cursor(f.lit).Parent().Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return true
	}
	return false
}

// Cursor returns the place of a node of the function in the tree.
func (f *Function) Cursor(n ast.Node) inspector.Cursor {
	cur, _ := technique.Find(f.Pkg.Pass, n)
	return cur
}

// Variable returns the local variable that an expression names, or nil.
func (f *Function) Variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := f.Pkg.Info.ObjectOf(id).(*types.Var)
	if !ok || v.Pos() < f.Decl.Pos() || f.Decl.End() <= v.Pos() {
		return nil
	}
	return v
}

// Returns lists the return statements of the function itself.
func (f *Function) Returns() []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			list = append(list, n)
		}
		return true
	})
	return list
}

// ReturnOf returns the return statement that a node is in, or nil.
func (f *Function) ReturnOf(n ast.Node) *ast.ReturnStmt {
	for cur := range f.Cursor(n).Enclosing((*ast.ReturnStmt)(nil), (*ast.FuncLit)(nil)) {
		ret, _ := cur.Node().(*ast.ReturnStmt)
		return ret
	}
	return nil
}

// depth returns the number of loops of the function around a node.
func (f *Function) depth(n ast.Node) int {
	loops := 0
	for cur := range f.Cursor(n).Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if cur.Node() != n && f.Decl.Pos() <= cur.Node().Pos() {
			loops++
		}
	}
	return loops
}

// atMostOne reports whether no way from a statement on comes to two of some expressions, or twice
// to one.
func (f *Function) atMostOne(from ast.Stmt, list []ast.Expr) bool {
	fn, ok := technique.EnclosingFunc(f.Cursor(from))
	places := make([]inspector.Cursor, len(list))
	for i, e := range list {
		places[i] = f.Cursor(e)
		ok = ok && technique.InFunc(places[i], fn)
	}
	return ok && technique.AtMostOne(fn, from.Pos(), places)
}

// InList reports whether a statement stands in a list, where others can stand
// beside it.
func (f *Function) InList(s ast.Stmt) bool { return technique.InList(f.Cursor(s)) }

// Captured reports whether a use is in a function literal within the function.
func (f *Function) Captured(use inspector.Cursor) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		return lit.Node() != f.lit
	}
	return false
}

// uses reports whether expressions mention a variable.
func (f *Function) uses(list []ast.Expr, v *types.Var) bool {
	return slices.ContainsFunc(list, func(e ast.Expr) bool {
		return technique.Uses(f.Pkg.Info, e, v)
	})
}

// isResult reports whether v is a named result of the function.
func (f *Function) isResult(v *types.Var) bool {
	results := f.Decl.Type.Results
	return results != nil && results.Pos() <= v.Pos() && v.Pos() < results.End()
}

// Since reports whether the file may use what came with a release of Go.
func (f *Function) Since(release string) bool {
	return technique.Since(f.Pkg.Pass, f.File, release)
}

// Comments returns the comments within a node.
func (f *Function) Comments(n ast.Node) []*ast.Comment {
	var out []*ast.Comment
	for _, group := range f.File.Comments {
		for _, c := range group.List {
			if n.Pos() <= c.Pos() && c.End() <= n.End() {
				out = append(out, c)
			}
		}
	}
	return out
}

// CalledName returns the identifier that names what is called, or nil.
func CalledName(c *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(c.Fun)
	switch instance := fun.(type) {
	case *ast.IndexExpr:
		fun = instance.X
	case *ast.IndexListExpr:
		fun = instance.X
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}
