package concat

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// prepended matches an element that a loop puts before those of a slice. Nothing else looks
// at the slice until the loop ends.
//
//	have: var s []T; for ... { s = append([]T{x}, s...) }
//	want: var s []T; for ... { s = append(s, x) }; slices.Reverse(s)
func (j *joining) prepended(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	lit, ok := j.literal(j.call.Args[0])
	as, isAssign := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || !isAssign || len(lit.Elts) != 1 || as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
		j.commented() || !technique.Since(j.pass, j.file, "go1.21") ||
		!technique.Predeclared(j.pass, as.Pos(), "append") {
		return none, false
	}
	info := j.pass.TypesInfo
	v, ok := technique.Variable(info, as.Lhs[0])
	if !ok || !technique.Names(info, ast.Unparen(j.call.Args[1]), v) ||
		!types.Identical(info.TypeOf(lit), v.Type()) || technique.Uses(info, lit, v) {
		return none, false
	}
	loop, ok := j.loop(cur.Parent(), v)
	if !ok || !j.unseen(cur.Parent(), loop, v) {
		return none, false
	}
	pkg, edits := technique.AddImport(j.pass, j.file, j.call.Pos(), "slices")
	return technique.Proposal{At: j.call, Also: []ast.Node{lit},
		Message: "append, and reverse the slice in the end",
		Edits: append(edits,
			technique.Replace(j.call, "append("+v.Name()+", "+j.elements(lit)+")"),
			technique.Insert(loop.Node().End(), "\n"+pkg+".Reverse("+v.Name()+")"))}, true
}

// loop returns the loop around a statement that stands in the list in which the variable
// is declared, without more than one element.
func (j *joining) loop(stmt inspector.Cursor, v *types.Var) (loop inspector.Cursor, ok bool) {
	decl, loop, ok := technique.LoopBehind(j.pass, stmt, v)
	if !ok {
		return loop, false
	}
	_, _, value := technique.Declared(j.pass.TypesInfo, decl.Node())
	return loop, j.atMostOne(value)
}

// atMostOne reports whether a slice begins without elements, or with one: it is the same
// when it is reversed.
func (j *joining) atMostOne(value ast.Expr) bool {
	if value == nil || j.pass.TypesInfo.Types[value].IsNil() {
		return true
	}
	if call, ok := ast.Unparen(value).(*ast.CallExpr); ok {
		if !technique.IsBuiltin(j.pass.TypesInfo, call, "make") || len(call.Args) < 2 {
			return false
		}
		n := j.pass.TypesInfo.Types[call.Args[1]].Value
		return n != nil && constant.Sign(n) == 0
	}
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if ok && len(lit.Elts) == 1 {
		_, ok = j.literal(lit)
	}
	return ok && len(lit.Elts) < 2
}

// length reports whether a use only asks for the length.
func (j *joining) length(use inspector.Cursor) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	return ok && technique.IsBuiltin(j.pass.TypesInfo, call, "len")
}

// unseen reports whether nothing but the statement sees the elements in the loop, nor a
// function literal anywhere, and whether the loop only ends behind itself.
func (j *joining) unseen(stmt, loop inspector.Cursor, v *types.Var) bool {
	uses, ok := technique.LocalUses(j.pass, v)
	fn, inFunc := technique.EnclosingFunc(loop)
	if !ok || !inFunc || technique.HasGoto(j.pass, fn.Node()) {
		return false
	}
	for _, use := range uses {
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if v.Pos() < lit.Node().Pos() {
				return false
			}
		}
		if loop.Contains(use) && !stmt.Contains(use) && !j.length(use) {
			return false
		}
		if use.ParentEdgeKind() == edge.UnaryExpr_X {
			return false // its address
		}
	}
	for n := range loop.Preorder((*ast.BranchStmt)(nil)) {
		if n.Node().(*ast.BranchStmt).Label != nil {
			return false // it may lead to a loop around
		}
	}
	return true
}
