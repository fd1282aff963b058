package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// forward appends a text where it is made, when it is kept in a variable only
// to be the next that is added.
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
func (d *draft) forward(a *acc, w add) {
	leaf := d.leaves(w.texts[0])[0]
	v := d.variable(leaf)
	if v == nil || len(d.ix.uses(v)) != 1 || !d.ix.private(v) || d.chained[v] != nil {
		return
	}
	def, ok := d.definition(a, w, v)
	if !ok {
		return
	}
	if len(def.Lhs) == 1 && len(def.Rhs) == 1 {
		gain := d.gain
		steps := d.emit(def.Rhs[0])
		if d.gain > gain && d.ordered(def.Rhs) {
			d.skip[leaf] = true
			d.replaceStmt(def, assigned(steps, a.out, a.out))
		}
		return
	}
	if d.forwardable(def) && d.variable(def.Lhs[0]) == v {
		if text, ok := d.forwardPair(a, def); ok {
			d.skip[leaf] = true
			d.replaceStmt(def, text)
		}
	}
}

// definition finds the statement that declares v, before w in the same list.
// What stands between them must not touch the accumulator and, if it leaves
// the list, must leave the function.
func (d *draft) definition(a *acc, w add, v *types.Var) (*ast.AssignStmt, bool) {
	for cur, ok := d.cursor(w.stmt).PrevSibling(); ok; cur, ok = cur.PrevSibling() {
		if def, ok := cur.Node().(*ast.AssignStmt); ok && declares(d.ix.info, def, v) {
			return def, def.Tok == token.DEFINE && !technique.Uses(d.ix.info, def, a.v)
		}
		if _, labeled := cur.Node().(*ast.LabeledStmt); labeled || d.touches(a, cur) {
			return nil, false
		}
	}
	return nil, false
}

func declares(info *types.Info, def *ast.AssignStmt, v *types.Var) bool {
	return slices.ContainsFunc(def.Lhs, func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && info.Defs[id] == v
	})
}

// touches reports whether a statement uses the accumulator, or may skip what
// follows it without leaving the function.
func (d *draft) touches(a *acc, cur inspector.Cursor) bool {
	return technique.Uses(d.ix.info, cur.Node(), a.v) ||
		contains(cur.Node(), func(n ast.Node) bool {
			_, ok := n.(*ast.BranchStmt)
			return ok
		})
}

// forwardable reports whether a statement declares the first of two results of
// a call, so that the twin's slice can take its place.
func (d *draft) forwardable(def *ast.AssignStmt) bool {
	if len(def.Lhs) != 2 || len(def.Rhs) != 1 || def.Tok != token.DEFINE {
		return false
	}
	second, ok := def.Lhs[1].(*ast.Ident)
	if !ok || !isCall(def.Rhs[0]) {
		return false
	}
	v, isNew := d.ix.info.Defs[second].(*types.Var)
	return !isNew || d.nameableThere(def, v.Type())
}

func isCall(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok
}

// forwardPair returns the statements that call the twin in the place of a
// forwardable statement, if there is a twin.
func (d *draft) forwardPair(a *acc, def *ast.AssignStmt) ([]string, bool) {
	c := ast.Unparen(def.Rhs[0]).(*ast.CallExpr)
	t := d.twinOf(c)
	if t == nil {
		return nil, false
	}
	second := def.Lhs[1].(*ast.Ident)
	v, isNew := d.ix.info.Defs[second].(*types.Var)
	s := d.callOf(t, c)
	left, right := a.out+", "+second.Name, s.head+a.out+s.tail
	switch {
	case !isNew || second.Name == "_":
		return []string{left + " = " + right}, true
	case d.sameScope(a, def):
		return []string{left + " := " + right}, true
	}
	return []string{"var " + second.Name + " " + v.Type().String(), left + " = " + right}, true
}

// nameableThere reports whether a type is predeclared and has its name there.
func (d *draft) nameableThere(at ast.Node, t types.Type) bool {
	return types.Universe.Lookup(t.String()) != nil &&
		technique.Predeclared(d.ix.pass, at.Pos(), t.String())
}

// sameScope reports whether a statement is in the block that declares the
// slice of an accumulator, so that := does not declare another.
func (d *draft) sameScope(a *acc, def ast.Stmt) bool {
	parent := d.cursor(def).Parent().Node()
	if a.merged {
		return parent == d.fn.Body
	}
	return parent == d.cursor(a.decl).Parent().Node()
}
