package dropconv

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// taker is a function that gets a text which all callers make of bytes, and looks at it first.
type taker struct {
	pass *analysis.Pass
	decl *ast.FuncDecl
	v    *types.Var // the parameter
	uses []inspector.Cursor

	made  []ast.Node // the conversions in the calls
	looks int        // places that look at the text, for which the compiler makes no copy
	tells bool       // other goroutines may be told something before the last of them
	edits []analysis.TextEdit
}

// parameter matches a function with such a parameter.
//
//	have: func (c *cache) get(key string) int { if n, ok := c.m[key]; ok { return n }; ... }
//	      c.get(string(b))
//	want: func (c *cache) get(key []byte) int {
//	          if n, ok := c.m[string(key)]; ok { return n }
//	          keyText := string(key); ...
//	      }
//	      c.get(b)
func parameter(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || fn.Exported() || fn.Signature().Variadic() ||
		technique.Directed(decl) || technique.HasGoto(pass, decl) ||
		!plainNames(pass, decl.Body) {
		return p, false
	}
	index := 0
	for _, field := range decl.Type.Params.List {
		if len(field.Names) == 1 && isString(pass.TypesInfo.TypeOf(field.Type)) {
			v, _ := pass.TypesInfo.Defs[field.Names[0]].(*types.Var)
			t := &taker{pass: pass, decl: decl, v: v}
			if v != nil && t.called(fn, index) && t.split() && technique.SeesAll(pass, fn) {
				return technique.Proposal{At: t.made[0], Also: t.made[1:], Safe: !t.tells,
					Message: "hand over the bytes, and copy them where the text is kept",
					Edits:   append(t.edits, technique.Replace(field.Type, "[]byte"))}, true
			}
		}
		index += max(1, len(field.Names))
	}
	return p, false
}

// called reports whether each call makes the text of bytes that nothing changes before the
// function begins.
func (t *taker) called(fn *types.Func, index int) bool {
	calls, ok := technique.CallsOf(t.pass, fn)
	for _, cur := range calls {
		call := cur.Node().(*ast.CallExpr)
		if technique.RunsLater(cur) || len(call.Args) <= index {
			return false
		}
		for i, arg := range call.Args {
			if i != index && !technique.Pure(t.pass.TypesInfo, arg) {
				return false
			}
		}
		conv, isCall := ast.Unparen(call.Args[index]).(*ast.CallExpr)
		if !isCall || len(conv.Args) != 1 || !t.pass.TypesInfo.Types[conv.Fun].IsType() ||
			!technique.HoldsBytes(t.pass.TypesInfo.TypeOf(conv.Args[0])) {
			return false
		}
		t.made = append(t.made, conv)
		t.edits = append(t.edits, analysis.TextEdit{Pos: conv.Pos(), End: conv.Args[0].Pos()},
			analysis.TextEdit{Pos: conv.Args[0].End(), End: conv.End()})
	}
	return ok && len(t.made) > 0
}

// split finds the first statement that keeps the text, or may change the bytes: before it they
// are made a text.
func (t *taker) split() bool {
	uses, ok := technique.LocalUses(t.pass, t.v)
	if !ok || !technique.Unassigned(t.pass, t.v) {
		return false
	}
	t.uses = uses
	leaves := false
	for _, stmt := range t.decl.Body.List {
		if edits, looks, ok := t.looksAt(stmt); ok && t.unchanging(stmt) {
			t.edits = append(t.edits, edits...)
			t.looks += looks
			t.tells = t.tells || !tellsNothing(t.pass, stmt)
			leaves = leaves || returns(stmt)
			continue
		}
		if t.inBranch(stmt) {
			return t.looks > 0
		}
		edits := t.kept(stmt, t.decl.Body.End())
		t.edits = append(t.edits, edits...)
		return t.looks > 0 && (leaves || len(edits) == 0)
	}
	return t.looks > 0
}

// looksAt returns the edits for a statement that only looks at the text, and how often it does.
func (t *taker) looksAt(stmt ast.Node) (edits []analysis.TextEdit, looks int, ok bool) {
	for _, use := range t.uses {
		if !within(use, stmt.Pos(), stmt.End()) {
			continue
		}
		for range use.Enclosing((*ast.FuncLit)(nil), (*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
			return nil, 0, false
		}
		switch looked, same := t.look(use); {
		case !looked:
			return nil, 0, false
		case !same:
			looks++
			edits = append(edits, technique.Insert(use.Node().Pos(), "string("),
				technique.Insert(use.Node().End(), ")"))
		}
	}
	return edits, looks, true
}

// look reports whether a use only looks at the text; same, whether bytes can stand there.
func (t *taker) look(use inspector.Cursor) (ok, same bool) {
	info, up := t.pass.TypesInfo, use.Parent()
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_X:
		return true, true
	case edge.CallExpr_Args:
		return technique.IsBuiltin(info, up.Node().(*ast.CallExpr), "len"), true
	case edge.IndexExpr_Index:
		m, isMap := info.TypeOf(up.Node().(*ast.IndexExpr).X).Underlying().(*types.Map)
		return isMap && isString(m.Key()) && !stored(up), false
	case edge.SwitchStmt_Tag:
		return technique.ConstantCases(info, up.Node().(*ast.SwitchStmt)), false
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return compares(info, up.Node().(*ast.BinaryExpr)), false
	}
	return false, false
}

// compares reports whether two texts are compared: one that is compared with an interface would
// have to be made.
func compares(info *types.Info, n *ast.BinaryExpr) bool {
	switch n.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return technique.IsText(info.TypeOf(n.X)) && technique.IsText(info.TypeOf(n.Y))
	}
	return false
}

// unchanging reports whether a statement leaves all bytes as they are. Who waits for a lock is
// trusted to get the bytes back as they were: other goroutines that change them then, and have
// been told nothing since the text was made, may as well have changed them while it was made.
func (t *taker) unchanging(stmt ast.Node) bool {
	var call ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		call = stmt.X
	case *ast.DeferStmt:
		call = stmt.Call
	}
	if call, ok := call.(*ast.CallExpr); ok && len(call.Args) == 0 {
		if fn, ok := technique.Func(t.pass.TypesInfo, call); ok && locks(fn) {
			return technique.Pure(t.pass.TypesInfo, call.Fun.(*ast.SelectorExpr).X)
		}
	}
	return effects.NoByteWrites(t.pass, stmt)
}

// tellsNothing reports whether a statement writes only to variables of the function, and calls
// nothing but locks: another goroutine can see nothing of it but that a lock is free.
func tellsNothing(pass *analysis.Pass, stmt ast.Stmt) bool {
	local := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
		return id.Name == "_" || ok && v.Parent() != pass.Pkg.Scope()
	}
	nothing := true
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				nothing = nothing && local(e)
			}
		case *ast.IncDecStmt:
			nothing = nothing && local(n.X)
		case *ast.RangeStmt, *ast.SendStmt, *ast.GoStmt, *ast.FuncLit, *ast.SelectStmt:
			nothing = false
		case *ast.UnaryExpr:
			nothing = nothing && n.Op != token.ARROW && n.Op != token.AND
		case *ast.CallExpr:
			fn, ok := technique.Func(pass.TypesInfo, n)
			nothing = nothing && (ok && locks(fn) || pass.TypesInfo.Types[n.Fun].IsType() ||
				technique.IsBuiltin(pass.TypesInfo, n, "len"))
		}
		return nothing
	})
	return nothing
}

// locks reports whether a function is a method of a lock of package sync.
func locks(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && (technique.IsNamed(recv.Type(), "sync", "Mutex") ||
		technique.IsNamed(recv.Type(), "sync", "RWMutex"))
}

// kept returns the edits that make the text before a statement, for all uses from there to end.
func (t *taker) kept(stmt ast.Stmt, end token.Pos) (edits []analysis.TextEdit) {
	name := technique.FreshName(t.pass, technique.FileOf(t.pass, stmt.Pos()), t.v.Name()+"Text")
	for _, use := range t.uses {
		if within(use, stmt.Pos(), end) {
			edits = append(edits, technique.Replace(use.Node(), name))
		}
	}
	if len(edits) == 0 {
		return nil
	}
	return append(edits, technique.Insert(stmt.Pos(),
		fmt.Sprintf("%s := string(%s)\n", name, t.v.Name())))
}

func within(use inspector.Cursor, from, to token.Pos) bool {
	return from <= use.Node().Pos() && use.Node().Pos() < to
}

// returns reports whether a statement may return.
func returns(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		_, lit := n.(*ast.FuncLit)
		_, ret := n.(*ast.ReturnStmt)
		found = found || ret
		return !lit && !found
	})
	return found
}
