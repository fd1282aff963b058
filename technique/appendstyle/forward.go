package appendstyle

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// sameScope reports whether a statement is in the block that declares the
// slice, so that := does not declare another.
func (t target) sameScope(def ast.Stmt) bool {
	parent := t.a.In.Cursor(def).Parent().Node()
	if t.start != nil {
		return parent == t.a.In.Decl.Body
	}
	return parent == t.a.In.Cursor(t.a.Decl).Parent().Node()
}

// forward plans to append a text where it is made, when it is kept in a variable
// only to be the next that is added. It reports whether that can be done.
//
//	have: text, err := f(x)
//	      if err != nil {
//	          return "", err
//	      }
//	      parts = append(parts, text)
//	want: dst, err = appendF(dst, x)
//	      if err != nil {
//	          return "", err
//	      }
func (t target) forward(w recognise.Add, inLoop bool) (change, bool) {
	f := t.a.In
	v := f.Variable(f.Leaves(w.Texts[0])[0])
	if v == nil || len(f.Pkg.Uses(v)) != 1 || !f.Pkg.Private(v) || f.Rows[v] != nil {
		return change{}, false
	}
	def, ok := t.a.Definition(w, v)
	switch {
	case !ok:
	case len(def.Lhs) == 1 && len(def.Rhs) == 1:
		ps := t.p.text(def.Rhs[0])
		if ps.gain > 0 && f.Ordered(def.Rhs...) {
			return replaced(def, assigned(ps.steps, t.out)...).counting(ps, inLoop), true
		}
	case f.Forwardable(def) && f.Variable(def.Lhs[0]) == v:
		if lines, ps, ok := t.pair(def); ok {
			return replaced(def, lines...).counting(ps, inLoop), true
		}
	}
	return change{}, false
}

// pair returns the statements that call the twin in the place of a forwardable
// statement, if there is a twin.
func (t target) pair(def *ast.AssignStmt) ([]code, pieces, bool) {
	c := ast.Unparen(def.Rhs[0]).(*ast.CallExpr)
	other := t.p.twinOf(c)
	if other == nil {
		return nil, pieces{}, false
	}
	ps := other.step(c)
	second := def.Lhs[1].(*ast.Ident)
	v, isNew := t.a.In.Pkg.Info.Defs[second].(*types.Var)
	assign := func(op string) code {
		return code{t.out, ", " + second.Name + op, ps.steps[0].expr.fill(t.out)}
	}
	switch {
	case !isNew || second.Name == "_":
		return []code{assign(" = ")}, ps, true
	case t.sameScope(def):
		return []code{assign(" := ")}, ps, true
	}
	return []code{{"var " + second.Name + " " + v.Type().String()}, assign(" = ")}, ps, true
}
