package reusefield

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// filter is a field that gets those of its own elements that a loop has kept.
type filter struct {
	*field
	file *ast.File
	fn   inspector.Cursor
	kept *types.Var
	decl inspector.Cursor // of kept
	loop inspector.Cursor // over the field
	give inspector.Cursor // x.f = kept
	on   ast.Expr         // x.f
}

// filters matches the statement that gives a field what is kept of it: the elements stay in the
// field's own memory, each at its place or before it.
//
//	have: var kept []T; for _, e := range x.f { if ... { kept = append(kept, e) } }; x.f = kept
//	want: kept := x.f[:0]; for ...; clear(x.f[len(kept):]); x.f = kept
func filters(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	g, ok := filterAt(pass, cur)
	if !ok || g.owner == nil || !g.keeps() || !g.used() ||
		!technique.NeverCopied(pass, g.owner) || !technique.NamesFields(pass, g.owner) ||
		!technique.Pure(pass.TypesInfo, g.on) || technique.Commented(pass, g.decl.Node()) {
		return p, false
	}
	text := technique.Text(pass, g.on)
	p = technique.Proposal{Message: "keep what is left of " + g.v.Name() + " in its own memory",
		Edits: []analysis.TextEdit{technique.Replace(g.decl.Node(),
			g.kept.Name()+" := "+text+"[:0]")}}
	elem := g.v.Type().Underlying().(*types.Slice).Elem()
	if technique.Pointers(elem) && technique.Since(pass, g.file, "go1.21") &&
		technique.Predeclared(pass, cur.Node().Pos(), "clear", "len") {
		p.Edits = append(p.Edits, technique.Insert(cur.Node().Pos(), // let go of the others
			"clear("+text+"[len("+g.kept.Name()+"):])\n"))
	}
	p.At, p.Also = g.grows[0], g.grows[1:]
	return p, true
}

// filterAt matches x.f = kept, where kept is a slice of the same function that begins empty.
func filterAt(pass *analysis.Pass, cur inspector.Cursor) (*filter, bool) {
	as := cur.Node().(*ast.AssignStmt)
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !technique.InList(cur) {
		return nil, false
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	kept, isVar := technique.Variable(pass.TypesInfo, as.Rhs[0])
	if !ok || !isVar {
		return nil, false
	}
	v, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	file, fn := technique.FileOf(pass, as.Pos()), method(cur)
	if !ok || !v.IsField() || v.Exported() || v.Embedded() || v.Pkg() != pass.Pkg || file == nil ||
		fn == nil || technique.InTest(pass, file) || !given(pass.TypesInfo, fn, sel.X) ||
		!types.Identical(v.Type(), kept.Type()) || !technique.IsSlice(v.Type()) {
		return nil, false
	}
	g := &filter{field: newField(pass, v), file: file, kept: kept, give: cur, on: sel}
	g.renewed = []renewed{{file: file, stmt: cur, fn: fn, on: sel, made: as.Rhs[0]}}
	g.fn, _ = technique.EnclosingFunc(cur)
	for prev, ok := cur.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if d, _, value := technique.Declared(pass.TypesInfo, prev.Node()); d == kept {
			g.decl = prev
			return g, value == nil || isNew(pass.TypesInfo, value) && noElements(pass, value)
		}
	}
	return nil, false
}

// noElements reports whether what is new has no elements.
func noElements(pass *analysis.Pass, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return !ok || len(call.Args) > 1 && technique.IsInt(pass.TypesInfo, call.Args[1], 0) &&
		technique.Pure(pass.TypesInfo, call.Args[len(call.Args)-1])
}

// keeps reports whether one loop over the field appends to kept, at most once in each iteration,
// and nothing else mentions either from the declaration to where the field gets it.
func (g *filter) keeps() bool {
	info := g.pass.TypesInfo
	appended, given := 0, false
	for _, use := range technique.UsesOf(g.pass, g.kept) {
		if !technique.InFunc(use, g.fn) {
			return false
		}
		parent := use.Parent()
		switch use.ParentEdgeKind() {
		case edge.AssignStmt_Lhs:
			call, ok := parent.Node().(*ast.AssignStmt).Rhs[0].(*ast.CallExpr)
			if !ok || !technique.IsBuiltin(info, call, "append") || len(call.Args) != 2 ||
				!technique.Names(info, call.Args[0], g.kept) || call.Ellipsis.IsValid() ||
				!g.inItsLoop(parent) {
				return false
			}
			g.grows = append(g.grows, call)
			appended++
		case edge.AssignStmt_Rhs:
			given = parent == g.give
			if !given {
				return false
			}
		case edge.CallExpr_Args:
			call := parent.Node().(*ast.CallExpr)
			as, ok := parent.Parent().Node().(*ast.AssignStmt)
			self := ok && technique.IsBuiltin(info, call, "append") && len(as.Lhs) == 1 &&
				technique.Names(info, as.Lhs[0], g.kept)
			if !self && !technique.IsBuiltin(info, call, "len") {
				return false
			}
		default:
			return false
		}
	}
	return appended == 1 && given && g.alone()
}

// inItsLoop reports whether a statement stands in a loop over the field, and in no other one, and
// notes that.
func (g *filter) inItsLoop(stmt inspector.Cursor) bool {
	for loop := range stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		n, ok := loop.Node().(*ast.RangeStmt)
		g.loop = loop
		return ok && loop.Parent() == g.decl.Parent() && g.decl.Node().End() <= n.Pos() &&
			n.End() <= g.give.Node().Pos() && technique.SameExpr(g.pass.TypesInfo, n.X, g.on)
	}
	return false
}

// alone reports whether the loop, and what it calls, leaves the field alone, and so do the
// statements around it; and none goes elsewhere before the field gets what is kept.
func (g *filter) alone() bool {
	walker := effects.NewWalker(g.pass, effects.Rules{Builtin: builtin, Library: g.library,
		Node: func(_ *ast.FuncDecl, n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if ok && g.pass.TypesInfo.Uses[sel.Sel] == types.Object(g.v) {
				return false
			}
			return g.leaves(nil, n)
		}})
	left := false // before the field gets what is kept
	for next, ok := g.decl.NextSibling(); ok && next != g.give; next, ok = next.NextSibling() {
		technique.Leaving(next.Node(), func(s ast.Stmt) {
			jump, ok := s.(*ast.BranchStmt)
			left = left || next != g.loop || !ok || jump.Label != nil
		})
		n := next.Node()
		if next == g.loop {
			n = next.Node().(*ast.RangeStmt).Body
		}
		if left || !walker.Allowed(n) {
			return false
		}
	}
	return true
}
