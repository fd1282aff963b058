package appendstyle

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// function is a function of the package, and what was recognised in it. Nothing
// in it changes.
type function struct {
	ix   *index
	decl *ast.FuncDecl
	file *ast.File
	rows map[*types.Var]*row // statements that may become part of a piece
}

func newFunction(ix *index, decl *ast.FuncDecl) *function {
	f := &function{ix: ix, decl: decl, file: technique.FileOf(ix.pass, decl.Pos())}
	f.rows = f.findRows()
	return f
}

// cursor returns the place of a node of the function in the tree.
func (f *function) cursor(n ast.Node) inspector.Cursor {
	cur, _ := technique.Find(f.ix.pass, n)
	return cur
}

// variable returns the local variable that an expression names, or nil.
func (f *function) variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := f.ix.info.ObjectOf(id).(*types.Var)
	if !ok || v.Pos() < f.decl.Pos() || f.decl.End() <= v.Pos() {
		return nil
	}
	return v
}

// returns lists the return statements of the function itself.
func (f *function) returns() []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
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

// returnOf returns the return statement that a node is in, or nil.
func (f *function) returnOf(n ast.Node) *ast.ReturnStmt {
	for cur := range f.cursor(n).Enclosing((*ast.ReturnStmt)(nil), (*ast.FuncLit)(nil)) {
		ret, _ := cur.Node().(*ast.ReturnStmt)
		return ret
	}
	return nil
}

// depth returns the number of loops of the function around a node.
func (f *function) depth(n ast.Node) int {
	loops := 0
	for cur := range f.cursor(n).Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if cur.Node() != n && f.decl.Pos() <= cur.Node().Pos() {
			loops++
		}
	}
	return loops
}

// inList reports whether a statement stands in a list, where others can stand
// beside it.
func (f *function) inList(s ast.Stmt) bool { return inList(f.cursor(s)) }

func inList(cur inspector.Cursor) bool {
	kind, _ := cur.ParentEdge()
	return kind == edge.BlockStmt_List || kind == edge.CaseClause_Body ||
		kind == edge.CommClause_Body
}

// captured reports whether a use is in a function literal.
func captured(use inspector.Cursor) bool {
	for range use.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}

// uses reports whether expressions mention a variable.
func (f *function) uses(list []ast.Expr, v *types.Var) bool {
	return slices.ContainsFunc(list, func(e ast.Expr) bool {
		return technique.Uses(f.ix.info, e, v)
	})
}

// isResult reports whether v is a named result of the function.
func (f *function) isResult(v *types.Var) bool {
	results := f.decl.Type.Results
	return results != nil && results.Pos() <= v.Pos() && v.Pos() < results.End()
}

// since reports whether the file may use what came with a release of Go.
func (f *function) since(release string) bool {
	return technique.Since(f.ix.pass, f.file, release)
}

// comments returns the comments within a node.
func (f *function) comments(n ast.Node) []*ast.Comment {
	var out []*ast.Comment
	for _, group := range f.file.Comments {
		for _, c := range group.List {
			if n.Pos() <= c.Pos() && c.End() <= n.End() {
				out = append(out, c)
			}
		}
	}
	return out
}

// calledName returns the identifier that names what is called, or nil.
func calledName(c *ast.CallExpr) *ast.Ident {
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
