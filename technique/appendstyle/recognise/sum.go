package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"

	"github.com/wring-go/wring/technique"
)

// Leaves returns what a concatenation adds up. Constants stay whole.
func (f *Function) Leaves(e ast.Expr) []ast.Expr {
	if f.Pkg.Info.Types[e].Value != nil {
		return []ast.Expr{e}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return f.Leaves(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return append(f.Leaves(x.X), f.Leaves(x.Y)...)
		}
	case *ast.CallExpr:
		if f.Pkg.IsConversion(x) && technique.IsText(f.Pkg.Info.TypeOf(x)) &&
			technique.IsText(f.Pkg.Info.TypeOf(x.Args[0])) {
			return f.Leaves(x.Args[0])
		}
		if parts, ok := f.joined(x); ok {
			return parts
		}
	}
	return []ast.Expr{e}
}

// joined matches strings.Join of a literal, which is a concatenation.
//
//	have: strings.Join([]string{a, b, c}, "/")
//	want: a + "/" + b + "/" + c
func (f *Function) joined(x *ast.CallExpr) ([]ast.Expr, bool) {
	if !technique.IsFunc(f.Pkg.Info, x, "strings", "Join") || len(x.Args) != 2 {
		return nil, false
	}
	lit, ok := ast.Unparen(x.Args[0]).(*ast.CompositeLit)
	if _, constant := f.Pkg.Text(x.Args[1]); !ok || !constant {
		return nil, false
	}
	var out []ast.Expr
	for i, e := range lit.Elts {
		if isKeyed(e) {
			return nil, false
		}
		if i > 0 {
			out = append(out, x.Args[1])
		}
		out = append(out, f.Leaves(e)...)
	}
	return out, len(lit.Elts) > 1
}

// operands returns what is evaluated one after the other when a text is
// appended, formatted arguments included.
func (f *Function) operands(e ast.Expr) []ast.Expr {
	var out []ast.Expr
	for _, leaf := range f.Leaves(e) {
		c, ok := leaf.(*ast.CallExpr)
		if !ok || !f.Pkg.IsPrint(c, "S") || !f.Pkg.formatsPlainly(c) {
			out = append(out, leaf)
			continue
		}
		for _, arg := range c.Args {
			if technique.IsText(f.Pkg.Info.TypeOf(arg)) {
				out = append(out, f.operands(arg)...)
			} else {
				out = append(out, arg)
			}
		}
	}
	return out
}

// Ordered reports whether texts may be appended one after the other.
func (f *Function) Ordered(texts ...ast.Expr) bool {
	var all []ast.Expr
	for _, e := range texts {
		all = append(all, f.operands(e)...)
	}
	return f.Pkg.inOrder(all...)
}

// MayMove reports whether the i-th result can be evaluated, piece by piece,
// before the statement.
func (f *Function) MayMove(ret *ast.ReturnStmt, i int) bool {
	for _, e := range ret.Results[:i] {
		if f.Pkg.acts(e) {
			return false
		}
	}
	list := f.operands(ret.Results[i])
	return f.Pkg.inOrder(append(list, ret.Results[i+1:]...)...)
}

// Sums yields the texts that are put together in a return statement or an
// assignment, with the statement.
func (f *Function) Sums() iter.Seq2[ast.Stmt, ast.Expr] {
	if f.sums == nil {
		f.sums = f.findSums()
	}
	return func(yield func(ast.Stmt, ast.Expr) bool) {
		for _, s := range f.sums {
			if !yield(s.stmt, s.text) {
				return
			}
		}
	}
}

// sum is a text that is put together, and the statement that does it.
type sum struct {
	stmt ast.Stmt
	text ast.Expr
}

// findSums returns what Sums yields, not nil.
func (f *Function) findSums() []sum {
	found := []sum{}
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for i, e := range n.Results {
				if f.Pkg.IsBytesOf(e) {
					e = e.(*ast.CallExpr).Args[0]
				}
				if f.isText(e) && f.MayMove(n, i) && f.Ordered(e) {
					found = append(found, sum{n, e})
				}
			}
		case *ast.AssignStmt:
			if f.assignsText(n) {
				found = append(found, sum{n, n.Rhs[0]})
			}
		}
		return true
	})
	return found
}

// IsBytesOf matches []byte(text).
func (ix *Package) IsBytesOf(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && ix.IsConversion(c) && IsBytes(ix.Info.TypeOf(c)) &&
		technique.IsText(ix.Info.TypeOf(c.Args[0])) && ix.Info.Types[c.Args[0]].Value == nil
}

// assignsText matches variable = text and variable := text. What else stands
// on the left side could be evaluated before the text, with another result.
func (f *Function) assignsText(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 || n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		return false
	}
	_, ok := n.Lhs[0].(*ast.Ident)
	return ok && !f.Escapes(n.Rhs[0]) && f.isText(n.Rhs[0]) && f.Ordered(n.Rhs...)
}

// isText reports whether e is a string that is put together here.
func (f *Function) isText(e ast.Expr) bool {
	tv := f.Pkg.Info.Types[e]
	if tv.Value != nil || !PlainString(tv.Type) {
		return false
	}
	return len(f.Leaves(e)) > 1 || f.IsSprint(e) || f.Escapes(e)
}

// IsSprint reports whether e is nothing but formatted text.
func (f *Function) IsSprint(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && f.Pkg.IsPrint(c, "S")
}

// PlainString reports whether t is string itself.
func PlainString(t types.Type) bool {
	return t != nil && types.Identical(t, types.Typ[types.String])
}
