package biginplace

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// group are variables of a function each of which alone leads to its number. They may change
// places with each other.
type group struct {
	pass  *analysis.Pass
	fn    inspector.Cursor
	vars  []*types.Var
	edits []analysis.TextEdit
	also  []ast.Node
}

// owned matches the declaration of a variable that gets new numbers later.
//
//	have: x := big.NewInt(1); for ... { x = new(big.Int).Mul(x, y) }
//	want: x := big.NewInt(1); for ... { x.Mul(x, y) }
//
//	have: a, b = b, new(big.Int).Add(a, b)
//	want: a, b = b, a.Add(a, b)
func owned(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	v, _, _ := technique.Declared(pass.TypesInfo, cur.Node())
	fn, inFunc := technique.EnclosingFunc(cur)
	if v == nil || !inFunc || !technique.IsBigInt(v.Type()) {
		return p, false
	}
	g := &group{pass: pass, fn: fn}
	if !g.has(v) || len(g.also) == 0 || slices.IndexFunc(g.vars, func(o *types.Var) bool {
		return o.Pos() < v.Pos()
	}) >= 0 {
		return p, false
	}
	return technique.Proposal{At: g.also[0], Also: g.also[1:], Safe: true, Edits: g.edits,
		Message: "compute " + v.Name() + " in its own memory"}, true
}

// has reports whether a variable and those that it changes places with are such, and notes what
// changes.
func (g *group) has(v *types.Var) bool {
	if slices.Contains(g.vars, v) {
		return true
	}
	g.vars = append(g.vars, v)
	if !g.begins(v) {
		return false
	}
	n := &effects.Numbers{Pass: g.pass, Alone: true, Refused: later(g.fn), Also: g.handed}
	uses, ok := technique.LocalUses(g.pass, v)
	if !ok {
		return false
	}
	for _, use := range uses {
		if !within(use, g.fn) {
			return false
		}
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			if !g.assigned(use) {
				return false
			}
		} else if !n.Use(use) {
			return false
		}
	}
	return true
}

// begins reports whether a statement declares v as a new number.
func (g *group) begins(v *types.Var) bool {
	for cur := range g.fn.Preorder((*ast.AssignStmt)(nil)) {
		as := cur.Node().(*ast.AssignStmt)
		for i, left := range as.Lhs {
			id, ok := left.(*ast.Ident)
			if !ok || g.pass.TypesInfo.Defs[id] != v {
				continue
			}
			if len(as.Rhs) != len(as.Lhs) {
				return false
			}
			_, _, ok = fresh(g.pass.TypesInfo, as.Rhs[i])
			return ok && technique.InFunc(cur, g.fn)
		}
	}
	return false
}

// handed accepts that a variable is returned in the end, and that it changes places with others.
func (g *group) handed(use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.ReturnStmt_Results:
		ret, ok := technique.EnclosingFunc(use)
		return ok && ret == g.fn
	case edge.AssignStmt_Rhs:
		as := use.Parent().Node().(*ast.AssignStmt)
		if as.Tok != token.ASSIGN || !g.swaps(as) {
			// x = x.Mul(x, y)
			v, _ := technique.Variable(g.pass.TypesInfo,
				effects.NumberStart(g.pass.TypesInfo, as.Rhs[0]))
			return as.Tok == token.ASSIGN && len(as.Lhs) == 1 && v != nil &&
				technique.Names(g.pass.TypesInfo, as.Lhs[0], v)
		}
		return true
	}
	return false
}

// assigned judges an assignment to one of the variables, and notes how it is computed in place.
func (g *group) assigned(use inspector.Cursor) bool {
	info, as := g.pass.TypesInfo, use.Parent().Node().(*ast.AssignStmt)
	if as.Tok != token.ASSIGN || len(as.Lhs) != len(as.Rhs) {
		return false
	}
	if len(as.Lhs) > 1 {
		return g.swaps(as)
	}
	name, value := use.Node().(*ast.Ident).Name, as.Rhs[0]
	start, computed, ok := fresh(info, value)
	if !ok {
		call, isCall := ast.Unparen(value).(*ast.CallExpr)
		return isCall && effects.SetsNumber(info, call) &&
			technique.Names(info, effects.NumberStart(info, value),
				info.Uses[use.Node().(*ast.Ident)])
	}
	if technique.Commented(g.pass, as) || !g.oneStep(value, name) {
		return true // it stays as it is
	}
	text := name
	switch {
	case computed:
	case technique.IsBuiltin(info, start, "new"):
		text += ".SetInt64(0)"
	default:
		text += ".SetInt64(" + technique.Text(g.pass, start.Args[0]) + ")"
	}
	g.edits = append(g.edits,
		analysis.TextEdit{Pos: as.Pos(), End: start.End(), NewText: []byte(text)})
	g.also = append(g.also, value)
	return true
}

// oneStep reports whether a number is computed in one step, or of others than that which a name
// stands for: a second step would see what the first has made of it.
func (g *group) oneStep(e ast.Expr, name string) bool {
	call := ast.Unparen(e).(*ast.CallExpr)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	if inner, ok := ast.Unparen(sel.X).(*ast.CallExpr); !ok || !effects.SetsNumber(g.pass.TypesInfo,
		inner) {
		return true
	}
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			return false
		}
	}
	return true
}

// swaps reports whether an assignment gives variables the numbers of each other, and at most one
// of them a new one, for which it notes the memory that is given up.
func (g *group) swaps(as *ast.AssignStmt) bool {
	info := g.pass.TypesInfo
	var made ast.Expr
	var kept, left []*types.Var
	for i, value := range as.Rhs {
		v, ok := technique.Variable(info, as.Lhs[i])
		if !ok {
			return false
		}
		left = append(left, v)
		if v, ok = technique.Variable(info, ast.Unparen(value)); ok && !slices.Contains(kept, v) {
			kept = append(kept, v)
			continue
		}
		if made != nil {
			return false
		}
		made = value
	}
	for _, v := range kept {
		if !slices.Contains(left, v) || !technique.IsBigInt(v.Type()) || !g.has(v) {
			return false
		}
	}
	if made == nil {
		return true
	}
	return g.givenUp(as, made, left, kept)
}

// givenUp notes that a new number is computed in the memory of the variable whose number is not
// kept.
func (g *group) givenUp(as *ast.AssignStmt, made ast.Expr, left, kept []*types.Var) bool {
	start, computed, ok := fresh(g.pass.TypesInfo, made)
	if !ok || !computed || technique.Commented(g.pass, made) {
		return ok
	}
	for _, v := range left {
		if slices.Contains(kept, v) {
			continue
		}
		if !technique.IsBigInt(v.Type()) || !g.has(v) {
			return false
		}
		if !g.oneStep(made, v.Name()) || slices.Contains(g.also, ast.Node(made)) {
			return true
		}
		g.edits = append(g.edits, technique.Replace(start, v.Name()))
		g.also = append(g.also, made)
		return true
	}
	return false
}
