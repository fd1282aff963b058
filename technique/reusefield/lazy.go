package reusefield

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// lazily matches a statement that makes what a field lacks, and does no more. A field that is
// emptied, where it was nil before, skips it: that is all that tells the two apart.
//
//	if x.f == nil { x.f = make(map[K]V) }
func lazily(info *types.Info, n ast.Node) (as *ast.AssignStmt, ok bool) {
	stmt, ok := n.(*ast.IfStmt)
	if !ok || stmt.Else != nil || len(stmt.Body.List) != 1 {
		return nil, false
	}
	cmp, ok := stmt.Cond.(*ast.BinaryExpr)
	as, isAssign := stmt.Body.List[0].(*ast.AssignStmt)
	return as, ok && isAssign && cmp.Op == token.EQL && as.Tok == token.ASSIGN &&
		len(as.Lhs) == 1 && len(as.Rhs) == 1 &&
		technique.SameExpr(info, as.Lhs[0], cmp.X) && isNew(info, as.Rhs[0]) &&
		!info.Types[as.Rhs[0]].IsNil()
}

// makesLazily reports whether an assignment is what such a statement does.
func makesLazily(info *types.Info, cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() != edge.BlockStmt_List {
		return false
	}
	as, ok := lazily(info, cur.Parent().Parent().Node())
	return ok && as == cur.Node()
}

// asksLazily reports whether a comparison of the field with nil decides no more than whether it
// gets a map, or a slice without elements; and notes what makes it.
func (f *field) asksLazily(cmp inspector.Cursor) bool {
	if cmp.ParentEdgeKind() != edge.IfStmt_Cond {
		return false
	}
	as, ok := lazily(f.pass.TypesInfo, cmp.Parent().Node())
	if !ok {
		return false
	}
	made := as.Rhs[0]
	if call, isCall := made.(*ast.CallExpr); isCall {
		last := call.Args[len(call.Args)-1]
		if len(call.Args) > 1 && !technique.NotNegative(f.pass, last) ||
			!f.isMap() && !noElements(f.pass, made) {
			return false
		}
	}
	if f.isMap() || f.hasRoom(made) {
		f.grows = append(f.grows, made)
	}
	return true
}

// writesLazily reports whether each entry that the package writes stands behind a statement that
// makes the map, with nothing between that could make it nil: no write finds it nil, and panics.
func (f *field) writesLazily() bool {
	for _, n := range f.grows {
		at, ok := n.(*ast.IndexExpr)
		if !ok {
			continue // it makes the map
		}
		cur, ok := technique.Find(f.pass, at)
		if !ok || !f.steady(at.X) || !f.behindLazy(cur, at.X) {
			return false
		}
	}
	return true
}

// behindLazy reports whether what is at a place comes after a statement that makes a map.
func (f *field) behindLazy(cur inspector.Cursor, on ast.Expr) bool {
	if fn, ok := technique.EnclosingFunc(cur); !ok || technique.HasGoto(f.pass, fn.Node()) {
		return false
	}
	for stmt := range cur.Enclosing() {
		if !technique.InList(stmt) {
			continue
		}
		if !f.walker.Allowed(stmt.Node()) {
			return false
		}
		for prev, ok := stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
			as, isLazy := lazily(f.pass.TypesInfo, prev.Node())
			if isLazy && technique.SameExpr(f.pass.TypesInfo, as.Lhs[0], on) {
				return true
			}
			if !f.walker.Allowed(prev.Node()) {
				return false
			}
		}
	}
	return false
}
