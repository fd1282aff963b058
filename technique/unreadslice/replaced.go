package unreadslice

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// gift is a statement that gives a field of a struct something.
type gift struct {
	pass  *analysis.Pass
	stmt  inspector.Cursor
	x     *types.Var // the variable that has the struct, or a pointer to it
	field *types.Var
	on    *ast.SelectorExpr // x.f
	value ast.Expr
}

// replaced matches a statement that gives a field of a new struct an empty slice or map, or one
// of zeros, where another statement gives it a different one before anything looks at it.
//
//	have: m := new(M); m.list = make([]T, len(x)); m.n = n; m.list = filter(x)
//	want: m := new(M); m.n = n; m.list = filter(x)
func replaced(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	g, ok := giftAt(pass, cur)
	if !ok || !g.made() || !g.isNew() || technique.Commented(pass, cur.Node()) {
		return p, false
	}
	for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
		again, is := giftAt(pass, next)
		if is && again.x == g.x && again.field == g.field {
			return technique.Proposal{At: g.value,
				Message: "drop what " + g.field.Name() + " gets first, which is never read",
				Edits:   []analysis.TextEdit{technique.Remove(pass, cur.Node())},
			}, g.unseen(again)
		}
	}
	return p, false
}

// giftAt matches x.f = value, with a variable of a function.
func giftAt(pass *analysis.Pass, cur inspector.Cursor) (g gift, ok bool) {
	as, ok := cur.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 ||
		!technique.InList(cur) {
		return g, false
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	if !ok {
		return g, false
	}
	x, ok := technique.Variable(pass.TypesInfo, sel.X)
	field := directField(pass, sel)
	return gift{pass, cur, x, field, sel, as.Rhs[0]}, ok && field != nil
}

// directField returns the field that a selector names, nil for a method and for what is in an
// embedded field.
func directField(pass *analysis.Pass, sel *ast.SelectorExpr) *types.Var {
	s := pass.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.FieldVal || len(s.Index()) != 1 {
		return nil
	}
	return s.Obj().(*types.Var)
}

// made reports whether the value is new memory that can be left out: it is made without an
// effect, and cannot fail.
func (g *gift) made() bool {
	switch e := g.value.(type) {
	case *ast.CompositeLit:
		t := g.pass.TypesInfo.TypeOf(e)
		return len(e.Elts) == 0 && (technique.IsSlice(t) || technique.IsMap(t))
	case *ast.CallExpr:
		if !technique.IsBuiltin(g.pass.TypesInfo, e, "make") {
			return false
		}
		sizes := e.Args[1:]
		return !slices.ContainsFunc(sizes, func(n ast.Expr) bool {
			constant := g.pass.TypesInfo.Types[n].Value != nil
			return !constant && (len(sizes) > 1 || !g.length(n))
		})
	}
	return false
}

// length reports whether an expression is the length of something that surely is there, and that
// other code names as well.
func (g *gift) length(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(g.pass.TypesInfo, call, "len") {
		return false
	}
	of := call.Args[0]
	if sel, is := of.(*ast.SelectorExpr); is {
		if directField(g.pass, sel) == nil {
			return false
		}
		if of = sel.X; technique.IsPointer(g.pass.TypesInfo.TypeOf(of)) && !g.followed(of) {
			return false
		}
	}
	v, ok := technique.Variable(g.pass.TypesInfo, of)
	return ok && slices.ContainsFunc(technique.UsesOf(g.pass, v), func(use inspector.Cursor) bool {
		return !g.holds(use.Node())
	})
}

// holds reports whether a node is in the statement.
func (g *gift) holds(n ast.Node) bool {
	return g.stmt.Node().Pos() <= n.Pos() && n.Pos() < g.stmt.Node().End()
}

// followed reports whether a statement before this one names a field behind a pointer, which
// keeps its value: it is not nil.
func (g *gift) followed(e ast.Expr) bool {
	v, ok := technique.Variable(g.pass.TypesInfo, e)
	if !ok || !technique.Unassigned(g.pass, v) {
		return false
	}
	follows := func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		return ok && technique.Names(g.pass.TypesInfo, sel.X, v) && directField(g.pass, sel) != nil
	}
	for prev, ok := g.stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		as, is := prev.Node().(*ast.AssignStmt)
		if is && slices.ContainsFunc(as.Rhs, func(e ast.Expr) bool {
			return follows(ast.Unparen(e))
		}) {
			return true
		}
	}
	return false
}

// isNew reports whether a statement of the same list declares the variable, as a struct or as a
// pointer to a new one.
func (g *gift) isNew() bool {
	info := g.pass.TypesInfo
	for prev, ok := g.stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		v, _, value := technique.Declared(info, prev.Node())
		if v != g.x {
			continue
		}
		if !technique.IsPointer(v.Type()) {
			return true
		}
		switch e := ast.Unparen(value).(type) {
		case *ast.CallExpr:
			return technique.IsBuiltin(info, e, "new")
		case *ast.UnaryExpr:
			_, isLiteral := ast.Unparen(e.X).(*ast.CompositeLit)
			return e.Op == token.AND && isLiteral
		}
		return false
	}
	return false
}

// unseen reports whether up to another statement, which replaces what this one gave, the variable
// is only used to name other fields. So nothing else has the struct, whatever happens.
func (g *gift) unseen(again gift) bool {
	uses, ok := technique.LocalUses(g.pass, g.x)
	fn, inFunc := technique.EnclosingFunc(g.stmt)
	if !ok || !inFunc || technique.HasGoto(g.pass, fn.Node()) {
		return false
	}
	for _, use := range uses {
		if use.Node().Pos() >= again.stmt.Node().End() {
			continue
		}
		sel, is := use.Parent().Node().(*ast.SelectorExpr)
		if !is || use.ParentEdgeKind() != edge.SelectorExpr_X {
			return false
		}
		field := directField(g.pass, sel)
		if field == nil || field == g.field && sel != g.on && sel != again.on {
			return false
		}
	}
	return true
}
