package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// definition finds the statement that declares v, before w in the same list.
// What stands between them must not touch the accumulator and, if it leaves
// the list, must leave the function.
func (a *acc) definition(w add, v *types.Var) (*ast.AssignStmt, bool) {
	for cur, ok := a.in.cursor(w.stmt).PrevSibling(); ok; cur, ok = cur.PrevSibling() {
		if def, ok := cur.Node().(*ast.AssignStmt); ok && declares(a.in.ix.info, def, v) {
			return def, !technique.Uses(a.in.ix.info, def, a.v)
		}
		if _, labeled := cur.Node().(*ast.LabeledStmt); labeled || a.touches(cur) {
			return nil, false
		}
	}
	return nil, false
}

// touches reports whether a statement uses the accumulator, or may skip what
// follows it without leaving the function.
func (a *acc) touches(cur inspector.Cursor) bool {
	return technique.Uses(a.in.ix.info, cur.Node(), a.v) ||
		contains(cur.Node(), func(n ast.Node) bool {
			_, ok := n.(*ast.BranchStmt)
			return ok
		})
}

// forwardable reports whether a statement declares the first of two results of
// a call, so that the twin's slice can take its place.
func (f *function) forwardable(def *ast.AssignStmt) bool {
	if len(def.Lhs) != 2 || len(def.Rhs) != 1 || def.Tok != token.DEFINE {
		return false
	}
	second, ok := def.Lhs[1].(*ast.Ident)
	if !ok || !isCall(def.Rhs[0]) {
		return false
	}
	v, isNew := f.ix.info.Defs[second].(*types.Var)
	return !isNew || f.ix.nameableThere(def, v.Type())
}

func isCall(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok
}

// nameableThere reports whether a type is predeclared and has its name there.
func (ix *index) nameableThere(at ast.Node, t types.Type) bool {
	return types.Universe.Lookup(t.String()) != nil &&
		technique.Predeclared(ix.pass, at.Pos(), t.String())
}

// sameScope reports whether a statement is in the block that declares the
// slice, so that := does not declare another.
func (t target) sameScope(def ast.Stmt) bool {
	parent := t.a.in.cursor(def).Parent().Node()
	if t.start != nil {
		return parent == t.a.in.decl.Body
	}
	return parent == t.a.in.cursor(t.a.decl).Parent().Node()
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
func (t target) forward(w add, inLoop bool) (change, bool) {
	f := t.a.in
	v := f.variable(f.leaves(w.texts[0])[0])
	if v == nil || len(f.ix.uses(v)) != 1 || !f.ix.private(v) || f.rows[v] != nil {
		return change{}, false
	}
	def, ok := t.a.definition(w, v)
	switch {
	case !ok:
	case len(def.Lhs) == 1 && len(def.Rhs) == 1:
		ps := t.p.text(def.Rhs[0])
		if ps.gain > 0 && f.ordered(def.Rhs...) {
			return replaced(def, assigned(ps.steps, t.out)...).of(ps, inLoop), true
		}
	case f.forwardable(def) && f.variable(def.Lhs[0]) == v:
		if lines, ps, ok := t.pair(def); ok {
			return replaced(def, lines...).of(ps, inLoop), true
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
	v, isNew := t.a.in.ix.info.Defs[second].(*types.Var)
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
