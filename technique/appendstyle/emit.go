package appendstyle

import (
	"go/ast"
	"go/token"

	"github.com/wring-go/wring/technique"
)

// emit returns the steps that append the text of a string expression, in the
// order in which its parts are evaluated.
func (d *draft) emit(e ast.Expr) []step {
	var steps []step
	for _, leaf := range d.leaves(e) {
		steps = append(steps, d.leaf(leaf)...)
	}
	return merge(steps)
}

// leaves returns what a concatenation adds up. Constants stay whole.
func (d *draft) leaves(e ast.Expr) []ast.Expr {
	if d.ix.info.Types[e].Value != nil || d.skip[e] {
		return []ast.Expr{e}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return d.leaves(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return append(d.leaves(x.X), d.leaves(x.Y)...)
		}
	case *ast.CallExpr:
		if d.ix.isConversion(x) && isString(d.ix.info.TypeOf(x)) &&
			isString(d.ix.info.TypeOf(x.Args[0])) {
			return d.leaves(x.Args[0])
		}
		if parts, ok := d.joined(x); ok {
			return parts
		}
	}
	return []ast.Expr{e}
}

// joined matches strings.Join of a literal, which is a concatenation.
//
//	have: strings.Join([]string{a, b, c}, "/")
//	want: a + "/" + b + "/" + c
func (d *draft) joined(x *ast.CallExpr) ([]ast.Expr, bool) {
	if !technique.IsFunc(d.ix.info, x, "strings", "Join") || len(x.Args) != 2 {
		return nil, false
	}
	lit, ok := ast.Unparen(x.Args[0]).(*ast.CompositeLit)
	if _, constant := text(d.ix.info.Types[x.Args[1]].Value); !ok || !constant {
		return nil, false
	}
	var out []ast.Expr
	for i, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed {
			return nil, false
		}
		if i > 0 {
			out = append(out, x.Args[1])
		}
		out = append(out, d.leaves(e)...)
	}
	return out, len(lit.Elts) > 1
}

// operands returns what emit evaluates one after the other, formatted
// arguments included.
func (d *draft) operands(e ast.Expr) []ast.Expr {
	var out []ast.Expr
	for _, leaf := range d.leaves(e) {
		c, ok := leaf.(*ast.CallExpr)
		if ok && isSprint(d.ix.info, c) && d.ix.quietFormat(c) {
			for _, arg := range c.Args {
				if isString(d.ix.info.TypeOf(arg)) {
					out = append(out, d.operands(arg)...)
				} else {
					out = append(out, arg)
				}
			}
			continue
		}
		out = append(out, leaf)
	}
	return out
}

// leaf returns the steps for an expression that is no concatenation.
func (d *draft) leaf(e ast.Expr) []step {
	if d.skip[e] {
		return nil
	}
	if s, ok := text(d.ix.info.Types[e].Value); ok {
		d.grow(len(s))
		return []step{d.constant(e, s)}
	}
	if steps, ok := d.escaped(e); ok {
		return steps
	}
	if c, ok := e.(*ast.CallExpr); ok {
		if steps, ok := d.known(c); ok {
			return steps
		}
		if s, ok := d.twinCall(c); ok {
			return []step{s}
		}
	}
	d.grow(16)
	d.used[ast.Unparen(e)] = true
	return []step{spread(d.render(e))}
}

// constant appends a constant; one with a name keeps it.
func (d *draft) constant(e ast.Expr, s string) step {
	if lit, ok := ast.Unparen(e).(*ast.BasicLit); ok {
		return literal(s, lit.Value)
	}
	if _, sum := ast.Unparen(e).(*ast.BinaryExpr); sum && len(d.comments(e)) == 0 {
		return literal(s, "")
	}
	return spread(d.render(e))
}
