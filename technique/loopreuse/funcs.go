package loopreuse

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// funcs proposes to make functions before a loop. No two get one name.
func funcs(pass *analysis.Pass, root inspector.Cursor) {
	given := make(map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.FuncLit)(nil), (*ast.SelectorExpr)(nil)) {
		if p, ok := sameFunc(pass, cur, given); ok {
			technique.Report(pass, p)
		}
	}
}

// sameFunc matches a function literal or a method value in a loop that is the same each time
// around, and goes where the compiler does not see what becomes of it.
//
//	have: for i := range list { list[i].check = h.check }
//	want: check := h.check; for i := range list { list[i].check = check }
func sameFunc(pass *analysis.Pass, cur inspector.Cursor, given technique.Given) (
	p technique.Proposal, ok bool) {
	e := cur.Node().(ast.Expr)
	name, vars := bound(pass, e)
	file := technique.FileOf(pass, e.Pos())
	if len(vars) == 0 || file == nil || !goesOn(pass.TypesInfo, cur) {
		return p, false
	}
	fn, ok := technique.EnclosingFunc(cur.Parent())
	if !ok || technique.HasGoto(pass, fn.Node()) {
		return p, false
	}
	before := cur // the outermost loop, with its label, around which nothing changes
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if !technique.InFunc(loop, fn) || !inBody(loop, e) || !sameAround(pass, loop, e, vars) {
			break
		}
		if loop.ParentEdgeKind() == edge.LabeledStmt_Stmt {
			loop = loop.Parent()
		}
		before = loop
	}
	if before == cur || !technique.InList(before) {
		return p, false
	}
	fresh := given.Fresh(pass, file, name, "")
	p = technique.Proposal{At: e, Safe: true,
		Message: "make the function once, before the loop",
		Edits: []analysis.TextEdit{technique.Replace(e, fresh),
			technique.Insert(before.Node().Pos(),
				fresh+" := "+technique.Text(pass, e)+"\n")}}
	return p, true
}

// bound returns the variables of functions that a function literal or method value holds, and a
// name for it.
func bound(pass *analysis.Pass, e ast.Expr) (name string, vars []*types.Var) {
	info := pass.TypesInfo
	if sel, ok := e.(*ast.SelectorExpr); ok {
		v, _, ok := technique.BoundVariable(info, sel)
		if !ok {
			return "", nil // it is none, or copies what may change
		}
		return technique.LowerFirst(sel.Sel.Name) + "Func", []*types.Var{v}
	}
	for n := range ast.Preorder(e) {
		v, ok := technique.Variable(info, n)
		if ok && !v.IsField() && v.Parent() != v.Pkg().Scope() &&
			(v.Pos() < e.Pos() || e.End() <= v.Pos()) {
			vars = append(vars, v)
		}
	}
	return "fn", vars
}

// goesOn reports whether a function goes where it is on the heap: into a field or an element, a
// literal, what append adds, a channel, or a call that the compiler does not see through.
func goesOn(info *types.Info, cur inspector.Cursor) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() != edge.AssignStmt_Rhs || len(n.Lhs) != len(n.Rhs) {
			return false
		}
		_, isName := n.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
		return !isName
	case *ast.CompositeLit, *ast.KeyValueExpr:
		return true
	case *ast.SendStmt:
		return cur.ParentEdgeKind() == edge.SendStmt_Value
	case *ast.CallExpr:
		if cur.ParentEdgeKind() != edge.CallExpr_Args || info.Types[n.Fun].IsType() {
			return false
		}
		for range cur.Enclosing((*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
			return false
		}
		switch fn := technique.Callee(info, n).(type) {
		case *types.Builtin:
			return fn.Name() == "append"
		case *types.Func:
			recv := fn.Signature().Recv()
			return recv != nil && types.IsInterface(recv.Type())
		}
		return true // of a variable
	}
	return false
}

// inBody reports whether an expression stands in the body of a loop.
func inBody(loop inspector.Cursor, e ast.Expr) bool {
	var body *ast.BlockStmt
	switch n := loop.Node().(type) {
	case *ast.ForStmt:
		body = n.Body
	case *ast.RangeStmt:
		body = n.Body
	}
	return body.Pos() <= e.Pos() && e.End() <= body.End()
}

// sameAround reports whether a function is the same before a loop as in it: its names mean the
// same there, and a receiver that it holds does not change meanwhile.
func sameAround(pass *analysis.Pass, loop inspector.Cursor, e ast.Expr, vars []*types.Var) bool {
	_, itself, isMethod := technique.BoundVariable(pass.TypesInfo, e)
	for _, v := range vars {
		if loop.Node().Pos() <= v.Pos() && v.Pos() < loop.Node().End() ||
			isMethod && !itself && !technique.KeepsValue(pass, v, loop.Node()) {
			return false
		}
	}
	return technique.ResolvesSameAt(pass, e, loop.Node().Pos())
}
