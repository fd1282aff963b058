package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Lone yields the calls of helpers whose text stands by itself and is not kept as a string:
// it is looked up, compared, written to a buffer, handed to a function that only looks at it,
// appended, or becomes bytes. Whole is the conversion or the call that writes; or the helper's.
//
// The text of a helper that goes to a bufio.Writer is made in its free space.
//
//	m[key(a, b)], key(a, b) == s, b.WriteString(key(a, b)), []byte(key(a, b)), get(key(a, b)),
//	append(list, key(a, b)...)
func (f *Function) Lone() iter.Seq2[ast.Expr, *ast.CallExpr] {
	return func(yield func(ast.Expr, *ast.CallExpr) bool) {
		for cur := range f.Cursor(f.Decl.Body).Preorder((*ast.CallExpr)(nil)) {
			c := cur.Node().(*ast.CallExpr)
			if !PlainString(f.Pkg.Info.TypeOf(c)) {
				continue
			}
			if _, decl := f.Helper(c); decl == nil || decl == f.Decl {
				continue
			}
			if whole, ok := f.passing(cur); ok && !yield(whole, c) {
				return
			}
		}
	}
}

// passing returns what a text passes into, where it is not kept.
func (f *Function) passing(cur inspector.Cursor) (whole ast.Expr, ok bool) {
	e := cur.Node().(ast.Expr)
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	switch n := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		if f.Pkg.IsBytesOf(n) {
			return n, technique.IsBytes(f.Pkg.Info.TypeOf(n))
		}
		if cur.ParentEdgeKind() == edge.CallExpr_Args {
			switch {
			case f.Pkg.AppendsTo(n):
				return n, f.apart(cur, n)
			case f.writesText(n), f.Fills(n) && f.Pkg.leavesSpace(e):
				return n, true
			}
		}
		return e, effects.TextRead(f.Pkg.Pass, cur)
	case *ast.SwitchStmt:
		return e, n.Tag == cur.Node() && technique.ConstantCases(f.Pkg.Info, n)
	case *ast.IndexExpr:
		m, isMap := f.Pkg.Info.TypeOf(n.X).Underlying().(*types.Map)
		if !isMap || n.Index != cur.Node() || !PlainString(m.Key()) {
			return nil, false
		}
		given, addressed := technique.Replaced(cur.Parent())
		return e, !given && !addressed
	case *ast.BinaryExpr:
		return e, (n.Op == token.EQL || n.Op == token.NEQ) &&
			PlainString(f.Pkg.Info.TypeOf(n.X)) && PlainString(f.Pkg.Info.TypeOf(n.Y))
	}
	return nil, false
}

// writesText reports whether a call is of WriteString of a buffer that copies the text.
func (f *Function) writesText(c *ast.CallExpr) bool {
	info := f.Pkg.Info
	_, selected := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return selected && (technique.IsMethod(info, c, "bytes", "Buffer", "WriteString") ||
		technique.IsMethod(info, c, "strings", "Builder", "WriteString")) && !f.Pkg.isExpression(c)
}

// Fills reports whether a call is of WriteString of a bufio.Writer, in whose free space the
// text can be made, if making it writes nothing there.
func (f *Function) Fills(c *ast.CallExpr) bool {
	sel, selected := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return selected && technique.IsMethod(f.Pkg.Info, c, "bufio", "Writer", "WriteString") &&
		technique.IsNamed(f.Pkg.Info.TypeOf(sel.X), "bufio", "Writer") &&
		!f.Pkg.isExpression(c) && technique.Pure(f.Pkg.Info, sel.X) && f.Since("go1.18")
}

// leavesSpace reports whether making a text neither writes to the free space of a bufio.Writer nor
// looks at what may be there.
func (ix *Package) leavesSpace(e ast.Expr) bool {
	return !ix.acts(e) && (!ix.Names["AvailableBuffer"] || ix.seesNoBytes(e))
}

// Ready reports whether it makes no difference that an operand is read before a call.
func (f *Function) Ready(operand ast.Expr, call *ast.CallExpr) bool {
	return f.Pkg.inOrder(operand, call)
}

// AppendsTo matches append(list, text...) for a list of bytes. It makes no difference that a
// field or variable with the list is read before the text is made, and a call of a function
// that returns it comes first in both orders.
func (ix *Package) AppendsTo(c *ast.CallExpr) bool {
	return technique.IsBuiltin(ix.Info, c, "append") && c.Ellipsis.IsValid() &&
		len(c.Args) == 2 && technique.IsBytes(ix.Info.TypeOf(c)) && ix.inOrder(c.Args...)
}
