package lend

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/pooledtext"
)

// fromPool matches a call whose result goes to a writer of which nothing is known, once, and is
// only looked at before. The compiler would put room for it on the heap, so it is lent from a
// pool, and goes back when it is written; a room that is not written is lost, and no more. It
// returns the edits by which it is written.
//
//	have: w.Write(t.appendTo(nil))
//	want: writeText(w, t.appendTo(textRoom()))
//
//	have: b, err := encode(t); if err != nil { ... }; w.Write(b)
//	want: b, err := encode(textRoom(), t); if err != nil { ... }; writeText(w, b)
//
// What the pool has is not cleared, and gets to others: the function may only append to it, and
// must return nothing else.
func fromPool(pass *analysis.Pass, call inspector.Cursor, at int, t types.Type) (
	edits []analysis.TextEdit, ok bool) {
	file := technique.FileOf(pass, call.Node().Pos())
	if file == nil || technique.InTest(pass, file) ||
		!types.Identical(t, types.NewSlice(types.Typ[types.Byte])) {
		return nil, false
	}
	value := call
	if call.ParentEdgeKind() == edge.AssignStmt_Rhs {
		value, ok = onlyWritten(pass, call, at)
	} else {
		ok = !tuple(pass.TypesInfo.TypeOf(call.Node().(*ast.CallExpr)))
	}
	if !ok {
		return nil, false
	}
	up := technique.Grown(pass, value).Parent()
	write, ok := up.Node().(*ast.CallExpr)
	if !ok || technique.RunsLater(up) || technique.Commented(pass, write) {
		return nil, false
	}
	w, ok := pooledtext.Writer(pass, write)
	if !ok || w.Pos() <= value.Node().Pos() && value.Node().End() <= w.End() {
		return nil, false
	}
	edits, ok = pooledtext.Declare(pass, file, write)
	return append(edits, analysis.TextEdit{Pos: write.Pos(), End: write.Lparen + 1,
		NewText: []byte("writeText(" + technique.Text(pass, w) + ", ")}), ok
}

// onlyWritten matches b := f(), or b, err := f(), where one statement writes b, once, and the
// others before it only look at it, or append to it. It returns the use that is written.
func onlyWritten(pass *analysis.Pass, call inspector.Cursor, at int) (written inspector.Cursor,
	ok bool) {
	as := call.Parent().Node().(*ast.AssignStmt)
	fn, inFunc := technique.EnclosingFunc(call)
	if as.Tok != token.DEFINE || len(as.Rhs) != 1 || at >= len(as.Lhs) || !inFunc ||
		technique.HasGoto(pass, fn.Node()) {
		return written, false
	}
	v, ok := pass.TypesInfo.Defs[as.Lhs[at].(*ast.Ident)].(*types.Var)
	if !ok {
		return written, false
	}
	uses, ok := technique.LocalUses(pass, v)
	if !ok || len(uses) == 0 {
		return written, false
	}
	written = uses[len(uses)-1]
	if technique.Repeated(written, v.Pos()) || !technique.InFunc(written, fn) {
		return written, false
	}
	r := &result{pass: pass, strict: true}
	for _, use := range uses[:len(uses)-1] {
		if !technique.InFunc(use, fn) || !r.use(use, v) || !grows(pass, use, v) {
			return written, false
		}
	}
	return written, true
}

// grows reports whether a use of v that gives it another value appends to it.
func grows(pass *analysis.Pass, use inspector.Cursor, v *types.Var) bool {
	if use.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return true
	}
	call, ok := use.Parent().Node().(*ast.AssignStmt).Rhs[0].(*ast.CallExpr)
	return ok && technique.IsBuiltin(pass.TypesInfo, call, "append") &&
		technique.Names(pass.TypesInfo, call.Args[0], v)
}

// gives reports whether a function gives back nothing at a place among its results but the room
// that it has in v, with more appended, and nil.
func (g *grower) gives(decl *ast.FuncDecl, v *types.Var, at int) bool {
	if g.gave == nil {
		g.gave = make(map[*types.Var]bool)
	}
	if g.gave[v] {
		return true
	}
	g.gave[v] = true
	obj, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	fn, found := technique.Find(g.pass, decl)
	if !ok || !found {
		return false
	}
	sig := obj.Signature()
	for cur := range fn.Preorder((*ast.ReturnStmt)(nil), (*ast.AssignStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.ReturnStmt:
			if technique.InFunc(cur, fn) && !g.back(n, sig.Results().At(at), at, v) {
				return false
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if n.Tok == token.ASSIGN && technique.Names(g.pass.TypesInfo, left, v) &&
					(len(n.Rhs) != len(n.Lhs) && i > 0 || !g.of(n.Rhs[min(i, len(n.Rhs)-1)], v)) {
					return false
				}
			}
		}
	}
	return true
}

// back reports whether a return statement gives v, or what was made of it, as a result.
func (g *grower) back(stmt *ast.ReturnStmt, result *types.Var, at int, v *types.Var) bool {
	if len(stmt.Results) == 0 {
		return result == v
	}
	return at < len(stmt.Results) && !tuple(g.pass.TypesInfo.TypeOf(stmt.Results[at])) &&
		g.of(stmt.Results[at], v)
}

// of reports whether an expression is v, a part of it, what was appended to it, or nil.
func (g *grower) of(e ast.Expr, v *types.Var) bool {
	info := g.pass.TypesInfo
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		return technique.Names(info, n, v) || info.Types[n].IsNil()
	case *ast.SliceExpr:
		return g.of(n.X, v) && !info.Types[n.X].IsNil()
	case *ast.CallExpr:
		if technique.IsBuiltin(info, n, "append") {
			return g.of(n.Args[0], v) && !info.Types[ast.Unparen(n.Args[0])].IsNil()
		}
		fn, ok := technique.Func(info, n)
		if !ok {
			return false
		}
		index, result := 0, 0
		if !appends(g.pass, n, fn) {
			sig := fn.Origin().Signature()
			index, result = appendsTo(sig)
			decl := technique.DeclOf(g.pass, fn)
			if result != 0 || decl == nil || decl.Body == nil ||
				!g.gives(decl, sig.Params().At(index), 0) {
				return false
			}
		}
		return g.of(n.Args[index], v) && !info.Types[ast.Unparen(n.Args[index])].IsNil()
	}
	return false
}
