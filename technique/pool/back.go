package pool

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// borrowed is a local variable whose value comes from a pool of the package. What waits in a
// pool is in any state where all who take from it reset it first.
type borrowed struct {
	pass  *analysis.Pass
	fn    inspector.Cursor // the declared function that takes it
	stmt  inspector.Cursor // that declares it
	v     *types.Var
	where *poolUses
	from  ast.Expr     // the pool, where the function takes from it itself
	named *types.Named // its type, where that is a struct of the package
	given []inspector.Cursor
	seen  map[*types.Var]bool // variables that hold it, or hold what does
}

// giveBack returns to its pool what a function takes from it, and never gives back.
//
//	have: buf := buffers.Get().(*bytes.Buffer)
//	      buf.Reset()
//	want: buf := buffers.Get().(*bytes.Buffer)
//	      defer buffers.Put(buf)
//	      buf.Reset()
func giveBack(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	b, ok := takes(pass, cur)
	if !ok || b.named == nil && !b.retainsNothing() || b.named != nil && !b.released() {
		return technique.Proposal{}, false
	}
	p := technique.Proposal{At: cur.Node(), Message: "give " + b.v.Name() + " back to its pool"}
	p.Also = b.made()
	for _, use := range technique.UsesOf(pass, b.v) {
		p.Also = append(p.Also, use.Node())
	}
	if len(b.given) > 0 {
		p.Edits, ok = b.beforeLeaving()
		return p, ok
	}
	put, ok := b.put()
	next, more := cur.NextSibling()
	if !ok || !more || technique.InLoop(cur) {
		return p, false
	}
	lines := "defer " + put[0]
	if len(put) > 1 {
		lines = "defer func() {\n" + strings.Join(put, "\n") + "\n}()"
	}
	file := technique.FileOf(pass, cur.Node().Pos())
	p.Edits = []analysis.TextEdit{
		technique.Insert(technique.Start(pass, file, next.Node()), lines+"\n")}
	return p, true
}

// made returns the expressions in the same file by which the pool makes what it holds.
func (b *borrowed) made() []ast.Node {
	var list []ast.Node
	for _, value := range b.where.made {
		if technique.FileOf(b.pass, value.Pos()) != technique.FileOf(b.pass, b.v.Pos()) {
			continue
		}
		for n := range ast.Preorder(value) {
			switch n.(type) {
			case *ast.CallExpr, *ast.CompositeLit:
				list = append(list, n)
			}
		}
	}
	return list
}

// takes matches the declaration of a pointer that comes from a pool.
//
//	buf := buffers.Get().(*bytes.Buffer)
//	buf := getBuffer()
func takes(pass *analysis.Pass, cur inspector.Cursor) (*borrowed, bool) {
	as, ok := cur.Node().(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || !technique.InList(cur) {
		return nil, false
	}
	v, _, value := technique.Declared(pass.TypesInfo, as)
	if v == nil || value == nil {
		return nil, false
	}
	named := ownPointer(pass, v.Type())
	if named == nil && !ofLibrary(pass, v.Type()) {
		return nil, false
	}
	fn, ok := technique.EnclosingFunc(cur)
	decl, declared := fn.Node().(*ast.FuncDecl)
	if !ok || !declared || technique.HasGoto(pass, decl) {
		return nil, false
	}
	b := &borrowed{pass: pass, fn: fn, stmt: cur, v: v, named: named}
	obj, from := poolOf(pass, value)
	if b.from = from; obj == nil {
		if obj = b.byHelper(value); obj == nil {
			return nil, false
		}
	}
	b.where = usesOfPool(pass, obj)
	return b, b.where != nil && taken(pass, decl) == nil && (from == nil || leadsOnce(pass, from))
}

// leadsOnce reports whether an expression that names a pool names the same one wherever it
// stands in the function.
func leadsOnce(pass *analysis.Pass, from ast.Expr) bool {
	for n := range ast.Preorder(from) {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := pass.TypesInfo.Uses[n].(*types.Var)
			if ok && v.Parent() != pass.Pkg.Scope() && !technique.Unassigned(pass, v) {
				return false
			}
		case *ast.IndexExpr:
			return false
		}
	}
	return true
}

// ofLibrary reports whether a type is a pointer to one of the standard library, or a hash, that
// can be reset: what those keep until then is theirs alone.
func ofLibrary(pass *analysis.Pass, t types.Type) bool {
	if isHash(t) {
		return true
	}
	if _, ok := types.Unalias(t).(*types.Pointer); !ok {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, false, pass.Pkg, "Reset")
	fn, ok := obj.(*types.Func)
	return ok && effects.Known(fn)
}

// byHelper returns the pool from which a function of the package takes what it returns.
func (b *borrowed) byHelper(value ast.Expr) *types.Var {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn, ok := technique.Func(b.pass.TypesInfo, call)
	if !ok || len(call.Args) > 0 || fn.Signature().Recv() != nil {
		return nil
	}
	decl := technique.DeclOf(b.pass, fn)
	if decl == nil || decl.Body == nil {
		return nil
	}
	return taken(b.pass, decl)
}

// taken returns the pool from which a function takes what it returns, and does nothing else
// with but reset it; nil for other functions.
//
//	func getBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }
func taken(pass *analysis.Pass, decl *ast.FuncDecl) *types.Var {
	list := decl.Body.List
	if len(list) == 0 {
		return nil
	}
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	value := ret.Results[0]
	if len(list) > 1 {
		var v *types.Var
		v, _, value = technique.Declared(pass.TypesInfo, list[0])
		if v == nil || !technique.Names(pass.TypesInfo, ret.Results[0], v) || len(list) > 3 ||
			len(list) == 3 && !resets(pass.TypesInfo, list[1], v) {
			return nil
		}
	}
	obj, _ := poolOf(pass, ast.Unparen(value))
	return obj
}

// poolOf returns the variable or field of type sync.Pool of which an expression takes, and how
// it is written there.
//
//	buffers.Get().(*bytes.Buffer)
func poolOf(pass *analysis.Pass, value ast.Expr) (obj *types.Var, from ast.Expr) {
	assertion, ok := value.(*ast.TypeAssertExpr)
	if !ok || assertion.Type == nil {
		return nil, nil
	}
	call, ok := ast.Unparen(assertion.X).(*ast.CallExpr)
	if !ok || !technique.IsMethod(pass.TypesInfo, call, "sync", "Pool", "Get") {
		return nil, nil
	}
	from = ast.Unparen(call.Fun).(*ast.SelectorExpr).X
	obj = technique.VariableOrField(pass.TypesInfo, from)
	if obj == nil || !technique.Pure(pass.TypesInfo, from) {
		return nil, nil
	}
	return obj, from
}

// resets reports whether a statement empties what a variable points to.
func resets(info *types.Info, stmt ast.Stmt, v *types.Var) bool {
	call, ok := exprCall(stmt)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !technique.Names(info, sel.X, v) {
		return false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Name() == "Reset" && fn.Signature().Results().Len() == 0
}

// exprCall returns the call that is a statement.
func exprCall(stmt ast.Stmt) (*ast.CallExpr, bool) {
	e, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil, false
	}
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	return call, ok
}

// put returns the lines that give the variable back: by the function of the package that does
// so, in the state that all others take it from.
func (b *borrowed) put() (lines []string, ok bool) {
	v := b.v.Name()
	if b.named != nil {
		lines = append(lines, "*"+v+" = "+b.named.Obj().Name()+"{}")
	} else if !b.where.clean && !(b.where.helper != nil && b.where.resets) {
		if !technique.IsNamed(b.v.Type(), "bytes", "Buffer") || !b.beginsEmpty() {
			return nil, false
		}
		lines = append(lines, v+".Reset()")
	}
	switch {
	case b.where.helper != nil && types.Identical(
		b.where.helper.Signature().Params().At(0).Type(), b.v.Type()) &&
		technique.Visible(b.pass, b.where.helper, b.stmt.Node().End()):
		return append(lines, b.where.helper.Name()+"("+v+")"), true
	case b.from != nil:
		return append(lines, technique.Text(b.pass, b.from)+".Put("+v+")"), true
	}
	return nil, false
}

// beginsEmpty reports whether the pool makes buffers without bytes, as Reset leaves them.
func (b *borrowed) beginsEmpty() bool {
	return b.makes(func(value ast.Expr) bool {
		return (&pooled{pass: b.pass, value: value}).newBuffer()
	})
}

// makes reports whether all that the pool makes is what a function says. Nil stands for what
// is not a single expression.
func (b *borrowed) makes(what func(ast.Expr) bool) bool {
	found, all := false, true
	for _, value := range b.where.made {
		for n := range ast.Preorder(value) {
			lit, ok := n.(*ast.FuncLit)
			if !ok {
				continue
			}
			found = true
			var made ast.Expr
			if len(lit.Body.List) == 1 {
				if ret, ok := lit.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
					made = ast.Unparen(ret.Results[0])
				}
			}
			all = all && what(made)
		}
	}
	return found && all
}

// retainsNothing reports whether no code retains the value when the function returns, and finds
// the statements that give it back. What such a statement is given after it has been given is not
// looked at: the function does that as it is.
func (b *borrowed) retainsNothing() bool {
	k := &retention{pass: b.pass, fn: b.fn.Node().(*ast.FuncDecl), in: b.fn.Node(),
		from: b.stmt.Node().Pos(), seen: make(map[*types.Var]bool),
		back: make(map[*types.Func]bool), other: make(map[*types.Func]bool), of: b.v.Type()}
	k.gives = func(call *ast.CallExpr) bool {
		if len(call.Args) != 1 || !technique.Names(b.pass.TypesInfo, call.Args[0], b.v) {
			return false
		}
		if technique.IsMethod(b.pass.TypesInfo, call, "sync", "Pool", "Put") {
			return true
		}
		fn, ok := technique.Func(b.pass.TypesInfo, call)
		return ok && fn == b.where.helper
	}
	if !k.retainsNothing(b.v) || k.escapes() || len(k.returned) > 0 {
		return false
	}
	b.seen = k.seen
	for _, use := range technique.UsesOf(b.pass, b.v) {
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok || use.ParentEdgeKind() != edge.CallExpr_Args || !k.gives(call) {
			continue
		}
		fn, _ := technique.EnclosingFunc(use)
		if fn != b.fn || use.Parent().ParentEdgeKind() != edge.ExprStmt_X {
			return false // deferred: it is given back on each path
		}
		b.given = append(b.given, use.Parent().Parent())
	}
	return true
}

// beforeLeaving gives the variable back before each statement that leaves its block without
// having given it back, as the statement that does so before the block ends.
//
//	have: if err != nil {
//	      	return err
//	      }
//	      buffers.Put(buf)
//	want: if err != nil {
//	      	buffers.Put(buf)
//	      	return err
//	      }
//	      buffers.Put(buf)
func (b *borrowed) beforeLeaving() (edits []analysis.TextEdit, ok bool) {
	block := b.stmt.Parent()
	own := slices.IndexFunc(b.given, func(put inspector.Cursor) bool {
		return put.Parent() == block
	})
	if own < 0 || slices.ContainsFunc(b.given, func(put inspector.Cursor) bool {
		return put.Parent() != block && !b.leavesAfter(put)
	}) {
		return nil, false
	}
	end := b.given[own]
	put, _ := exprCall(end.Node().(ast.Stmt))
	text := technique.Text(b.pass, end.Node())
	if before, there := end.PrevSibling(); there && technique.InList(before) &&
		resets(b.pass.TypesInfo, before.Node().(ast.Stmt), b.v) {
		text = technique.Text(b.pass, before.Node()) + "\n" + text
	}
	ok = true
	technique.Leaving(block.Node(), func(stmt ast.Stmt) {
		if stmt.Pos() < b.stmt.Node().End() || stmt.Pos() > end.Node().Pos() || b.covered(stmt) {
			return
		}
		cur, found := technique.Find(b.pass, stmt)
		branch, isBranch := stmt.(*ast.BranchStmt)
		if !found || isBranch && branch.Label != nil || !technique.InList(cur) || b.looksAt(stmt) ||
			!technique.ResolvesSameAt(b.pass, put, stmt.Pos()) {
			ok = false
			return
		}
		edits = append(edits, technique.Insert(stmt.Pos(), text+"\n"))
	})
	return edits, ok && len(edits) > 0
}

// leavesAfter reports whether the list in which a statement stands leaves the block at its end.
func (b *borrowed) leavesAfter(put inspector.Cursor) bool {
	last := put
	for next, ok := last.NextSibling(); ok; next, ok = last.NextSibling() {
		last = next
	}
	switch n := last.Node().(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		leaves := false
		technique.Leaving(b.stmt.Parent().Node(), func(stmt ast.Stmt) {
			leaves = leaves || stmt == n
		})
		return leaves
	}
	return false
}

// covered reports whether the variable has been given back where a statement leaves.
func (b *borrowed) covered(stmt ast.Stmt) bool {
	return slices.ContainsFunc(b.given, func(put inspector.Cursor) bool {
		list := put.Parent().Node()
		return put.Node().Pos() < stmt.Pos() && list.Pos() <= stmt.Pos() && stmt.End() <= list.End()
	})
}

// looksAt reports whether the results of a return statement may need what the variable points
// to: they name it, what holds it, a slice, which may be a part of it, or a function of their
// own, which may use it.
func (b *borrowed) looksAt(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := b.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.Pos() < b.stmt.Node().Pos() || v.IsField() {
			return true
		}
		_, isFunc := v.Type().Underlying().(*types.Signature)
		found = found || b.seen[v] || technique.IsSlice(v.Type()) || isFunc
		return true
	})
	return found
}
