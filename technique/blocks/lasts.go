package blocks

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// inEach reports whether each iteration over the elements of something comes to a statement: then
// it is known how many structs there will be.
func inEach(pass *analysis.Pass, cur inspector.Cursor) bool {
	body := cur.Parent()
	if body.ParentEdgeKind() != edge.RangeStmt_Body {
		return false
	}
	loop := body.Parent().Node().(*ast.RangeStmt)
	switch pass.TypesInfo.TypeOf(loop.X).Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
	default:
		return false
	}
	each := true
	technique.Leaving(loop.Body, func(stmt ast.Stmt) {
		each = each && stmt.Pos() > cur.Node().Pos()
	})
	return each
}

// outermost returns the statement of the outermost loop for all whose iterations the variable keeps
// what they make. Nothing in it shows that it runs on and on.
func (m *made) outermost() (at ast.Stmt, ok bool) {
	from := m.cur
	if m.lit.Valid() {
		if from = m.statement(); m.lit.Node().Pos() < m.keeps.Pos() &&
			m.keeps.Pos() < m.lit.Node().End() || waits(m.pass.TypesInfo, m.lit.Node()) {
			return nil, false
		}
		at = from.Node().(ast.Stmt)
	}
	for cur := range from.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if !technique.InFunc(cur, m.fn) || cur.Node().Pos() < m.keeps.Pos() {
			break
		}
		if technique.InList(cur) {
			at = cur.Node().(ast.Stmt)
		} else if cur.ParentEdgeKind() == edge.LabeledStmt_Stmt && technique.InList(cur.Parent()) {
			at = cur.Parent().Node().(ast.Stmt)
		}
		if waits(m.pass.TypesInfo, cur.Node()) {
			return nil, false
		}
	}
	return at, at != nil
}

// waits reports whether a loop starts goroutines, or waits for others: it may be the one of a
// server, whose iterations make what lives long and short.
func waits(info *types.Info, loop ast.Node) bool {
	for n := range ast.Preorder(loop) {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
			return true
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return true
			}
		case *ast.RangeStmt:
			if _, isChan := info.TypeOf(n.X).Underlying().(*types.Chan); isChan {
				return true
			}
		}
	}
	return false
}

// lasts reports whether the variable is one of the function, where what it holds is made, too, and
// whether nothing is taken out of it there.
func (m *made) lasts() bool {
	info, v, fn := m.pass.TypesInfo, m.keeps, m.fn
	uses, local := technique.LocalUses(m.pass, v)
	if !local || technique.HasGoto(m.pass, fn.Node()) || !m.beginsNew(v) || !m.ownField(v) {
		return false
	}
	for _, use := range uses {
		if !m.inside(use) {
			return false
		}
		if given, addressed := technique.Replaced(use); addressed || given && !m.grows(use) {
			return false
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && m.field != nil &&
			info.Uses[sel.Sel] == types.Object(m.field) {
			use = use.Parent()
			given, addressed := technique.Replaced(use)
			if addressed || given && !m.grows(use) {
				return false
			}
		}
		if call, ok := use.Parent().Node().(*ast.CallExpr); ok && lets(info, call) {
			return false
		}
	}
	return true
}

// lets reports whether a call takes elements out of what it is given.
func lets(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsBuiltin(info, call, "delete") ||
		technique.IsBuiltin(info, call, "clear") ||
		technique.IsFunc(info, call, "maps", "DeleteFunc")
}

// grows reports whether an assignment gives a variable or field what append makes of it, or
// something new.
func (m *made) grows(use inspector.Cursor) bool {
	as, ok := use.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != len(as.Rhs) {
		return false
	}
	value := as.Rhs[use.ParentEdgeIndex()]
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	return ok && technique.IsBuiltin(m.pass.TypesInfo, call, "append") &&
		technique.SameExpr(m.pass.TypesInfo, call.Args[0], use.Node().(ast.Expr)) ||
		isNew(m.pass.TypesInfo, value)
}

// beginsNew reports whether a variable is a result, or one whose declaration gives it something
// new, or nothing. A parameter is not.
func (m *made) beginsNew(v *types.Var) bool {
	if technique.IsResult(m.fn.Node(), v) {
		return true
	}
	def, ok := technique.Definition(m.pass, v)
	if !ok {
		return false
	}
	if n, ok := def.Parent().Node().(*ast.ValueSpec); ok {
		return len(n.Values) == 0 || isNew(m.pass.TypesInfo, technique.Initial(m.pass, v))
	}
	value := technique.Initial(m.pass, v)
	return value != nil && isNew(m.pass.TypesInfo, value)
}

// ownField reports whether the literal that a variable begins with, if it is one, gives the field
// something new, or nothing.
func (m *made) ownField(v *types.Var) bool {
	value := technique.Initial(m.pass, v)
	if value == nil || m.field == nil {
		return true
	}
	if u, ok := ast.Unparen(value).(*ast.UnaryExpr); ok {
		value = u.X
	}
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok {
		return true
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok || technique.Names(m.pass.TypesInfo, kv.Key, m.field) &&
			!isNew(m.pass.TypesInfo, kv.Value) {
			return false
		}
	}
	return true
}

// isNew reports whether a value is one that nothing else has: a new one, or none.
func isNew(info *types.Info, value ast.Expr) bool {
	if value == nil {
		return false // one of several results
	}
	if info.Types[value].IsNil() {
		return true
	}
	switch e := ast.Unparen(value).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, lit := ast.Unparen(e.X).(*ast.CompositeLit)
		return lit && e.Op == token.AND
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "make") || technique.IsBuiltin(info, e, "new")
	}
	return false
}
