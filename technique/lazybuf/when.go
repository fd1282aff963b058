package lazybuf

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// whileNil reports whether a statement runs only while the slice is nil: it stands in the
// block of a comparison with nil, and nothing before it there mentions the slice.
func (b *buffer) whileNil(cur inspector.Cursor) bool {
	block, ok := cur.Parent().Node().(*ast.BlockStmt)
	if !ok || cur.Parent().ParentEdgeKind() != edge.IfStmt_Body {
		return false
	}
	for _, stmt := range block.List {
		if stmt == cur.Node() {
			break
		}
		if technique.Uses(b.pass.TypesInfo, stmt, b.v) {
			return false
		}
	}
	return b.holds(cur.Parent().Parent().Node().(*ast.IfStmt).Cond, true,
		func(e *ast.BinaryExpr) bool { return e.Op == token.EQL && b.isNil(e) })
}

// isMade reports whether the slice is known not to be nil at a place.
func (b *buffer) isMade(cur inspector.Cursor) bool {
	return b.known(cur, func(e *ast.BinaryExpr) bool { return e.Op == token.NEQ && b.isNil(e) })
}

// first reports whether no use of a local variable that is not a comparison stands before a
// statement.
func (b *buffer) first(cur inspector.Cursor) bool {
	for _, use := range technique.UsesOf(b.pass, b.v) {
		if _, compared := use.Parent().Node().(*ast.BinaryExpr); compared {
			continue
		}
		if use.Node().Pos() < cur.Node().Pos() || !b.sameFunc(use) {
			return false
		}
	}
	return true
}

// sameFunc reports whether a use is in the function that declares the variable, and in no
// literal there.
func (b *buffer) sameFunc(use inspector.Cursor) bool {
	fn, ok := technique.EnclosingFunc(b.decl)
	return ok && technique.InFunc(use, fn)
}

// known reports whether a comparison surely holds at a place: an enclosing if statement asks
// for it, or one before it leaves where it does not hold. What is compared must not change.
func (b *buffer) known(cur inspector.Cursor, same func(*ast.BinaryExpr) bool) bool {
	for ; ; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.IfStmt_Body:
			if b.holds(cur.Parent().Node().(*ast.IfStmt).Cond, true, same) {
				return true
			}
		case edge.IfStmt_Else:
			if b.holds(cur.Parent().Node().(*ast.IfStmt).Cond, false, same) {
				return true
			}
		case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
			for stmt := range before(cur) {
				if s, ok := stmt.(*ast.IfStmt); ok && s.Else == nil && leaves(s.Body) &&
					b.holds(s.Cond, false, same) {
					return true
				}
			}
		case edge.FuncDecl_Body, edge.FuncLit_Body, edge.Invalid:
			return false
		}
	}
}

// holds reports whether a comparison that same matches, or whose opposite it matches, follows
// from a condition's being true, or false.
func (b *buffer) holds(cond ast.Expr, truth bool, same func(*ast.BinaryExpr) bool) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && b.holds(e.X, !truth, same)
	case *ast.BinaryExpr:
		if e.Op == token.LAND && truth || e.Op == token.LOR && !truth {
			return b.holds(e.X, truth, same) || b.holds(e.Y, truth, same)
		}
		if truth {
			return same(e)
		}
		opposite, ok := opposites[e.Op]
		return ok && same(&ast.BinaryExpr{X: e.X, Op: opposite, Y: e.Y})
	}
	return false
}

var opposites = map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR}

// before yields the statements of a list before one.
func before(cur inspector.Cursor) func(yield func(ast.Node) bool) {
	return func(yield func(ast.Node) bool) {
		for {
			prev, ok := cur.PrevSibling()
			if !ok || prev.ParentEdgeKind() != cur.ParentEdgeKind() || !yield(prev.Node()) {
				return
			}
			cur = prev
		}
	}
}

// leaves reports whether a block ends with a statement that goes elsewhere.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch s := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// positive reports whether a length is surely more than zero at a place.
func (b *buffer) positive(cur inspector.Cursor, e ast.Expr) bool {
	info := b.pass.TypesInfo
	if v := info.Types[e].Value; v != nil {
		return v.Kind() == constant.Int && constant.Sign(v) > 0
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return e.Op == token.ADD && technique.NotNegative(b.pass, e.X) &&
			technique.NotNegative(b.pass, e.Y) &&
			(b.positive(cur, e.X) || b.positive(cur, e.Y))
	case *ast.CallExpr:
		if !technique.IsBuiltin(info, e, "len") {
			return false
		}
		v, ok := technique.Variable(info, ast.Unparen(e.Args[0]))
		return ok && b.unchanged(cur, v) && b.notEmpty(cur, v)
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if !ok {
			return false
		}
		value := technique.OnlyValue(b.pass, v)
		return value != nil && b.positive(cur, value)
	}
	return false
}

// unchanged reports whether no statement of the function gives a variable of it another
// value.
func (b *buffer) unchanged(cur inspector.Cursor, v *types.Var) bool {
	if _, ok := technique.LocalUses(b.pass, v); !ok {
		return false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		assigned := false
		for n := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.UnaryExpr)(nil),
			(*ast.RangeStmt)(nil)) {
			assigned = assigned || gets(b.pass.TypesInfo, n.Node(), v)
		}
		return !assigned
	}
	return false
}

// gets reports whether a statement or expression itself assigns to v as a whole, other than
// to declare it, or takes its address.
func gets(info *types.Info, n ast.Node, v *types.Var) bool {
	var targets []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		targets = n.Lhs
	case *ast.RangeStmt:
		targets = []ast.Expr{n.Key, n.Value}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			targets = []ast.Expr{n.X}
		}
	}
	for _, e := range targets {
		if id, ok := e.(*ast.Ident); ok && info.Uses[id] == v {
			return true
		}
	}
	return false
}
