package maprange

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// loop is one over the keys of a map.
type loop struct {
	pass  *analysis.Pass
	cur   inspector.Cursor
	begin ast.Node // the loop, or the statement before it that makes the keys
	body  *ast.BlockStmt
	keys  *ast.CallExpr // m.MapKeys()
	m     ast.Expr
	key   *types.Var // each key; nil if it has no name
	index *types.Var // its number; nil if it has no name
	list  *types.Var // all keys; nil if they have no name
}

// loopOver matches a loop over all keys, whether they have a name or not.
//
//	for _, k := range m.MapKeys()
//	keys := m.MapKeys(); for i, k := range keys
//	keys := m.MapKeys(); for i := 0; i < len(keys); i++
func loopOver(pass *analysis.Pass, cur inspector.Cursor) (*loop, bool) {
	l := &loop{pass: pass, cur: cur, begin: cur.Node()}
	ok := false
	switch n := cur.Node().(type) {
	case *ast.RangeStmt:
		l.body = n.Body
		ok = n.Tok == token.DEFINE && l.variable(n.Key, &l.index) && l.variable(n.Value, &l.key) &&
			(l.made(n.X) || l.named(n.X))
	case *ast.ForStmt:
		l.body = n.Body
		ok = l.counts(n)
	}
	if !ok || (l.index != nil || l.list != nil) && !technique.InList(cur) {
		return nil, false
	}
	return l, l.list == nil || l.onlyHere()
}

// variable matches what a loop gives its number or key to, which may be missing.
func (l *loop) variable(e ast.Expr, to **types.Var) bool {
	if e == nil {
		return true
	}
	id, ok := e.(*ast.Ident)
	if ok && id.Name != "_" {
		*to, ok = l.pass.TypesInfo.Defs[id].(*types.Var)
	}
	return ok
}

// made matches m.MapKeys().
func (l *loop) made(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !reflects(l.pass.TypesInfo, call, "MapKeys") {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if ok {
		l.keys, l.m = call, sel.X
	}
	return ok
}

// named matches the name of the keys that the statement before the loop makes.
func (l *loop) named(e ast.Expr) bool {
	prev, ok := l.cur.PrevSibling()
	if !ok {
		return false
	}
	v, _, value := technique.Declared(l.pass.TypesInfo, prev.Node())
	if v == nil || value == nil || !technique.Names(l.pass.TypesInfo, e, v) || !l.made(value) {
		return false
	}
	l.begin, l.list = prev.Node(), v
	return true
}

// counts matches for i := 0; i < len(keys); i++.
func (l *loop) counts(n *ast.ForStmt) bool {
	v, _, first := technique.Declared(l.pass.TypesInfo, n.Init)
	cond, ok := n.Cond.(*ast.BinaryExpr)
	post, next := n.Post.(*ast.IncDecStmt)
	if v == nil || first == nil || !ok || !next || post.Tok != token.INC || cond.Op != token.LSS ||
		!technique.Names(l.pass.TypesInfo, post.X, v) ||
		!technique.Names(l.pass.TypesInfo, cond.X, v) {
		return false
	}
	length, ok := cond.Y.(*ast.CallExpr)
	l.index = v
	return ok && technique.IsInt(l.pass.TypesInfo, first, 0) &&
		types.Identical(v.Type(), types.Typ[types.Int]) &&
		technique.IsBuiltin(l.pass.TypesInfo, length, "len") && l.named(length.Args[0])
}

// onlyHere reports whether the keys are used for nothing but the loop.
func (l *loop) onlyHere() bool {
	uses, ok := technique.LocalUses(l.pass, l.list)
	for _, use := range uses {
		if use.ParentEdgeKind() == edge.RangeStmt_X && use.Parent() == l.cur {
			continue
		}
		if n, ok := l.cur.Node().(*ast.ForStmt); ok && n.Cond.Pos() <= use.Node().Pos() &&
			use.Node().Pos() < n.Cond.End() {
			continue
		}
		at, ok := use.Parent().Node().(ast.Expr)
		if !ok || at.Pos() < l.body.Pos() || !l.isKey(at) ||
			technique.WrittenTo(l.pass.TypesInfo, use.Parent()) && !l.calls(use.Parent()) {
			return false
		}
	}
	return ok
}
