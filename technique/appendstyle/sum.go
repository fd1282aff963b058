package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"

	"github.com/wring-go/wring/technique"
)

// leaves returns what a concatenation adds up. Constants stay whole.
func (f *function) leaves(e ast.Expr) []ast.Expr {
	if f.ix.info.Types[e].Value != nil {
		return []ast.Expr{e}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return f.leaves(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return append(f.leaves(x.X), f.leaves(x.Y)...)
		}
	case *ast.CallExpr:
		if f.ix.isConversion(x) && isString(f.ix.info.TypeOf(x)) &&
			isString(f.ix.info.TypeOf(x.Args[0])) {
			return f.leaves(x.Args[0])
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
func (f *function) joined(x *ast.CallExpr) ([]ast.Expr, bool) {
	if !technique.IsFunc(f.ix.info, x, "strings", "Join") || len(x.Args) != 2 {
		return nil, false
	}
	lit, ok := ast.Unparen(x.Args[0]).(*ast.CompositeLit)
	if _, constant := f.ix.text(x.Args[1]); !ok || !constant {
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
		out = append(out, f.leaves(e)...)
	}
	return out, len(lit.Elts) > 1
}

// operands returns what is evaluated one after the other when a text is
// appended, formatted arguments included.
func (f *function) operands(e ast.Expr) []ast.Expr {
	var out []ast.Expr
	for _, leaf := range f.leaves(e) {
		c, ok := leaf.(*ast.CallExpr)
		if !ok || !f.ix.isPrint(c, "S") || !f.ix.quietFormat(c) {
			out = append(out, leaf)
			continue
		}
		for _, arg := range c.Args {
			if isString(f.ix.info.TypeOf(arg)) {
				out = append(out, f.operands(arg)...)
			} else {
				out = append(out, arg)
			}
		}
	}
	return out
}

// ordered reports whether texts may be appended one after the other.
func (f *function) ordered(texts ...ast.Expr) bool {
	var all []ast.Expr
	for _, e := range texts {
		all = append(all, f.operands(e)...)
	}
	return f.ix.inOrder(all...)
}

// mayMove reports whether the i-th result can be evaluated, piece by piece,
// before the statement.
func (f *function) mayMove(ret *ast.ReturnStmt, i int) bool {
	for _, e := range ret.Results[:i] {
		if f.ix.acts(e) {
			return false
		}
	}
	list := f.operands(ret.Results[i])
	return f.ix.inOrder(append(list, ret.Results[i+1:]...)...)
}

// sums yields the texts that are put together in a return statement or an
// assignment, with the statement.
func (f *function) sums() iter.Seq2[ast.Stmt, ast.Expr] {
	return func(yield func(ast.Stmt, ast.Expr) bool) {
		more := true
		ast.Inspect(f.decl.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				for i, e := range n.Results {
					if f.ix.isBytesOf(e) {
						e = e.(*ast.CallExpr).Args[0]
					}
					if more && f.isText(e) && f.mayMove(n, i) && f.ordered(e) {
						more = yield(n, e)
					}
				}
			case *ast.AssignStmt:
				if more && f.assignsText(n) {
					more = yield(n, n.Rhs[0])
				}
			}
			return more
		})
	}
}

// isBytesOf matches []byte(text).
func (ix *index) isBytesOf(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && ix.isConversion(c) && isBytes(ix.info.TypeOf(c)) &&
		isString(ix.info.TypeOf(c.Args[0])) && ix.info.Types[c.Args[0]].Value == nil
}

// assignsText matches variable = text and variable := text. What else stands
// on the left side could be evaluated before the text, and tell.
func (f *function) assignsText(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 || n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		return false
	}
	_, ok := n.Lhs[0].(*ast.Ident)
	return ok && !f.escapes(n.Rhs[0]) && f.isText(n.Rhs[0]) && f.ordered(n.Rhs...)
}

// isText reports whether e is a string that is put together here.
func (f *function) isText(e ast.Expr) bool {
	tv := f.ix.info.Types[e]
	if tv.Value != nil || !plainString(tv.Type) {
		return false
	}
	return len(f.leaves(e)) > 1 || f.isSprint(e) || f.escapes(e)
}

// isSprint reports whether e is nothing but formatted text.
func (f *function) isSprint(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && f.ix.isPrint(c, "S")
}

// plainString reports whether t is string itself.
func plainString(t types.Type) bool {
	return t != nil && types.Identical(t, types.Typ[types.String])
}
