package dropconv

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

// line matches bytes that are read from a bufio.Reader and only looked at before it is used again:
// by the function, and by the callers of one that returns them.
//
//	have: line, err := r.ReadBytes('\n')
//	want: line, err := readSlice(r, '\n')
func line(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	n := cur.Node().(*ast.AssignStmt)
	call, v := defined(pass, n)
	if call == nil || !technique.InList(cur) || !plainNames(pass, n) {
		return p, false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !technique.IsMethod(pass.TypesInfo, call, "bufio", "Reader", "ReadBytes") {
		return p, false
	}
	reader := types.Unalias(pass.TypesInfo.TypeOf(sel.X))
	_, pointer := reader.(*types.Pointer)
	file := technique.FileOf(pass, call.Pos())
	if !pointer || !technique.IsNamed(reader, "bufio", "Reader") || file == nil ||
		technique.Commented(pass, call) || readSlice.Is(pass, enclosing(cur)) {
		return p, false
	}
	if w := (&view{pass: pass}); !w.behind(cur, v) {
		return p, false
	}
	edits, ok := readSlice.Declare(pass, file, call)
	return technique.Proposal{At: call, Message: "look at the bytes in the reader's buffer",
		Edits: append(edits, readingSlice(call, sel)...)}, ok
}

// enclosing returns the function around a statement.
func enclosing(cur inspector.Cursor) *ast.FuncDecl {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return fn.Node().(*ast.FuncDecl)
	}
	return &ast.FuncDecl{Name: &ast.Ident{}}
}

// defined returns the call whose first of two results a statement gives a new variable, and that.
func defined(pass *analysis.Pass, n *ast.AssignStmt) (*ast.CallExpr, *types.Var) {
	if n.Tok != token.DEFINE || len(n.Lhs) != 2 || len(n.Rhs) != 1 {
		return nil, nil
	}
	id, ok := n.Lhs[0].(*ast.Ident)
	call, isCall := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok || !isCall {
		return nil, nil
	}
	v, _ := pass.TypesInfo.Defs[id].(*types.Var)
	if v == nil {
		return nil, nil
	}
	return call, v
}

// view follows bytes that are another's, and hold until something writes to any.
type view struct {
	pass *analysis.Pass
	fns  []*types.Func // whose callers are looked at

	// Of one function:
	fn       inspector.Cursor
	seen     map[*types.Var]bool
	until    token.Pos // behind the last look
	returned bool
}

// behind reports whether the bytes in a variable are only looked at behind the statement that
// defines it, and no bytes are written meanwhile.
func (w *view) behind(def inspector.Cursor, v *types.Var) bool {
	fn, ok := technique.EnclosingFunc(def)
	if !ok || technique.HasGoto(w.pass, fn.Node()) {
		return false
	}
	w.fn, w.seen, w.until, w.returned = fn, map[*types.Var]bool{}, def.Node().End(), false
	if !w.variable(v) {
		return false
	}
	from, to := def.Node().End(), w.until
	for loop := range fn.Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		n := loop.Node()
		if from <= n.Pos() && n.Pos() < to {
			to = max(to, n.End())
		}
		for v := range w.seen { // which holds what another iteration has read
			if n.Pos() <= def.Node().Pos() && def.Node().End() <= n.End() && v.Pos() < n.Pos() {
				return false
			}
		}
	}
	if w.returned {
		if technique.HasDefer(fn.Node()) { // it may read on, or unlock the reader for others
			return false
		}
		to = fn.Node().End()
	}
	return w.unwritten(from, to) && (!w.returned || w.callers())
}

// unwritten reports whether nothing in a range of the function writes to bytes.
func (w *view) unwritten(from, to token.Pos) bool {
	ok := true
	w.fn.Inspect(nil, func(cur inspector.Cursor) bool {
		n := cur.Node()
		switch {
		case !ok || n.End() <= from || to <= n.Pos():
			return false
		case from <= n.Pos() && n.End() <= to:
			ok = effects.NoByteWrites(w.pass, n)
			return false
		}
		return true
	})
	return ok
}

// variable reports whether all uses of a variable only look at the bytes in it.
func (w *view) variable(v *types.Var) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	uses, ok := technique.LocalUses(w.pass, v)
	for _, use := range uses {
		if !technique.InFunc(use, w.fn) || !w.look(use) {
			return false
		}
		for range use.Enclosing((*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
			return false
		}
		w.until = max(w.until, use.Node().End())
		for stmt := range use.Enclosing((*ast.AssignStmt)(nil), (*ast.ExprStmt)(nil),
			(*ast.RangeStmt)(nil)) {
			w.until = max(w.until, stmt.Node().End())
		}
	}
	return ok
}

// look judges a use of the bytes, or of a part of them.
func (w *view) look(cur inspector.Cursor) bool {
	info, parent := w.pass.TypesInfo, cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return w.look(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.WrittenTo(info, parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && w.look(parent)
	case *ast.RangeStmt, *ast.BinaryExpr:
		return true
	case *ast.ReturnStmt:
		w.returned = true
		return cur.ParentEdgeIndex() == 0 && len(n.Results) == 2
	case *ast.AssignStmt:
		return w.assigned(cur, n)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && w.argument(parent, cur)
	}
	return false
}

// assigned judges what gets the bytes, or gives a variable others.
func (w *view) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return len(n.Lhs) == len(n.Rhs)
	}
	if n.Tok != token.DEFINE && n.Tok != token.ASSIGN {
		return false
	}
	targets := n.Lhs
	if len(n.Lhs) == len(n.Rhs) {
		targets = n.Lhs[cur.ParentEdgeIndex():][:1]
	}
	for _, e := range targets {
		id, ok := e.(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := w.pass.TypesInfo.ObjectOf(id).(*types.Var)
		if ok && technique.IsBytes(v.Type()) && !w.variable(v) {
			return false
		}
	}
	return true
}

// argument judges a call that gets the bytes: one that only reads them, or returns a part.
func (w *view) argument(call, arg inspector.Cursor) bool {
	fn, ok := technique.Func(w.pass.TypesInfo, call.Node().(*ast.CallExpr))
	if ok && fn.Pkg() != nil && fn.Pkg().Path() == "bytes" && fn.Signature().Recv() == nil {
		if twin, known := twinOf(fn.Name()); known && twin.result == part {
			return arg.ParentEdgeIndex() > 0 || w.look(call)
		}
	}
	read, leaves := effects.OnlyRead(w.pass, arg)
	return read && !leaves
}

// callers reports whether all callers of the function look at what it returns in the same way.
func (w *view) callers() bool {
	decl, ok := w.fn.Node().(*ast.FuncDecl)
	if !ok || decl.Type.Results.NumFields() != 2 || decl.Type.Results.List[0].Names != nil {
		return false
	}
	fn, ok := w.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || len(w.fns) > 3 {
		return false
	}
	calls, ok := technique.CallsOf(w.pass, fn)
	if !ok || !technique.SeesAll(w.pass, fn) {
		return false
	}
	for _, call := range calls {
		def := call.Parent()
		n, is := def.Node().(*ast.AssignStmt)
		if !is || !technique.InList(def) {
			return false
		}
		_, v := defined(w.pass, n)
		if v == nil || !(&view{pass: w.pass, fns: append(w.fns, fn)}).behind(def, v) {
			return false
		}
	}
	return len(calls) > 0
}
