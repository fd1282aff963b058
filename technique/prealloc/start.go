package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// start is how a slice begins: empty, and not touched before the loop.
type start struct {
	end   token.Pos // of the declaration
	isNil bool
	// value is the empty slice, when it is not nil; atLoop says that at the declaration
	// the loop's limit cannot be told.
	value  ast.Expr
	atLoop bool
	// result says that v is a result by name, which a deferred function can see
	// after a panic.
	result bool
	fn     inspector.Cursor // the function around declaration and loop
}

// startOf returns how v begins, when it is an empty local variable until the
// loop, and the loop runs once for each time that it is declared.
func (l *loop) startOf(v *types.Var) (start, bool) {
	s, decl, ok := l.declaration(v)
	if !ok || !runsOnceBefore(l.pass, decl, l.stmt) {
		return s, false
	}
	for id := range s.fn.Preorder((*ast.Ident)(nil)) {
		at := id.Node().Pos()
		if id.ParentEdgeKind() == edge.ReturnStmt_Results && technique.InFunc(id, s.fn) {
			continue
		}
		if l.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] == v && s.end <= at &&
			at < l.stmt.Node().Pos() {
			return s, false // not known to be empty any more
		}
	}
	s.atLoop = !s.isNil && !l.known(decl)
	return s, true
}

// known reports whether the limit can be told at a declaration: right before the
// loop, or before statements that surely lead to the loop, if it counts a local
// variable. When one of them changes that, the capacity is another, and no more.
func (l *loop) known(decl inspector.Cursor) bool {
	next, ok := decl.NextSibling()
	if !ok || next == l.stmt {
		return ok
	}
	for ; ok && next != l.stmt; next, ok = next.NextSibling() {
		if technique.HasJump(next.Node()) {
			return false
		}
	}
	id, isName := ast.Unparen(l.limit.expr).(*ast.Ident)
	if call, isCall := l.limit.expr.(*ast.CallExpr); isCall && len(call.Args) == 1 {
		id, isName = call.Args[0].(*ast.Ident) // the length of it
	}
	if !ok || !isName || l.limit.hoist {
		return false
	}
	v, ok := l.pass.TypesInfo.Uses[id].(*types.Var)
	return ok && v.Parent() != l.pass.Pkg.Scope() && l.early(v, decl.Node().Pos())
}

// early reports whether v has at pos the value that the loop finds: nothing
// between assigns to it.
func (l *loop) early(v *types.Var, pos token.Pos) bool {
	fn, ok := technique.EnclosingFunc(l.cur)
	if !ok || v.Pos() >= pos || technique.GivenElsewhere(l.pass, v) {
		return false
	}
	for n := range ast.Preorder(fn.Node()) {
		if pos <= n.Pos() && n.End() <= l.stmt.Node().Pos() &&
			technique.Assigned(l.pass.TypesInfo, n, v) {
			return false
		}
	}
	return technique.ResolvesSameAt(l.pass, l.limit.expr, pos)
}

// declaration finds where v is declared, and what it is then.
func (l *loop) declaration(v *types.Var) (s start, decl inspector.Cursor, ok bool) {
	s.fn, ok = technique.EnclosingFunc(l.cur)
	if !ok {
		return s, decl, false
	}
	id, ok := s.fn.FindByPos(v.Pos(), v.Pos())
	if !ok {
		return s, decl, false // a variable of the package, or of a function around
	}
	switch parent := id.Parent().Node().(type) {
	case *ast.ValueSpec:
		decl = id.Parent().Parent().Parent() // spec, declaration, statement
		s.end, s.isNil = parent.End(), true
		return s, decl, len(parent.Values) == 0
	case *ast.AssignStmt:
		if parent.Tok != token.DEFINE || len(parent.Lhs) != 1 {
			return s, decl, false
		}
		s.end, s.value = parent.End(), parent.Rhs[0]
		s.isNil, ok = l.empty(parent.Rhs[0])
		return s, id.Parent(), ok
	case *ast.Field:
		list := id.Parent().Parent() // field, list
		body, _ := bodyOf(s.fn)
		s.end, s.isNil, s.result = body.Node().Pos(), true, true
		return s, body, list.ParentEdgeKind() == edge.FuncType_Results
	}
	return s, decl, false
}

// empty reports whether e is an empty slice without capacity, or one that is guessed, and whether
// it is nil.
func (l *loop) empty(e ast.Expr) (isNil, ok bool) {
	info := l.pass.TypesInfo
	switch e := e.(type) {
	case *ast.CompositeLit:
		return false, len(e.Elts) == 0 && technique.IsSlice(info.TypeOf(e))
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "make") {
			guess := l.guessed && len(e.Args) == 3 && info.Types[e.Args[2]].Value == nil &&
				technique.Pure(info, e.Args[2])
			return false, technique.IsSlice(info.TypeOf(e)) && (len(e.Args) == 2 || guess) &&
				technique.IsInt(info, e.Args[1], 0)
		}
		return true, len(e.Args) == 1 && info.Types[e.Fun].IsType() &&
			info.Types[e.Args[0]].IsNil() && technique.IsSlice(info.TypeOf(e))
	}
	return false, false
}

func bodyOf(fn inspector.Cursor) (inspector.Cursor, bool) {
	switch n := fn.Node().(type) {
	case *ast.FuncDecl:
		return fn.Child(n.Body), true
	case *ast.FuncLit:
		return fn.Child(n.Body), true
	}
	return fn, false
}

// runsOnceBefore reports whether nothing between a declaration and the loop
// after it repeats: the loop is in the same list of statements, or in blocks
// and branches below it. A function with goto does not qualify.
func runsOnceBefore(pass *analysis.Pass, decl, stmt inspector.Cursor) bool {
	fn, _ := technique.EnclosingFunc(stmt)
	if technique.HasGoto(pass, fn.Node()) {
		return false
	}
	scope := decl
	if _, isBody := decl.Node().(*ast.BlockStmt); !isBody {
		scope = decl.Parent()
	}
	for at := stmt.Parent(); at != scope; at = at.Parent() {
		switch at.Node().(type) {
		case *ast.BlockStmt, *ast.IfStmt, *ast.CaseClause, *ast.CommClause, *ast.SwitchStmt,
			*ast.TypeSwitchStmt, *ast.SelectStmt:
		default:
			return false
		}
	}
	return true
}
