package textroom

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// forked reports whether a caller in the package gives the slice that it gets a
// name and appends to it under another one: with more room, what two appends add
// would lie in the same memory.
func (t *text) forked() bool {
	info := t.pass.TypesInfo
	fn := info.Defs[t.fn.Node().(*ast.FuncDecl).Name]
	held := make(map[types.Object]bool)
	for _, file := range t.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
				return true
			}
			call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
			id, named := as.Lhs[0].(*ast.Ident)
			if ok && named && technique.Callee(info, call) == fn {
				held[info.ObjectOf(id)] = true
			}
			return true
		})
	}
	forked := false
	for _, file := range t.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) == 1 && len(n.Rhs) == 1 && t.appendsTo(n.Rhs[0], held) != nil {
					id, ok := n.Lhs[0].(*ast.Ident)
					if ok && info.ObjectOf(id) == t.appendsTo(n.Rhs[0], held) {
						return false
					}
				}
			case *ast.CallExpr:
				forked = forked || t.appendsTo(n, held) != nil
			}
			return true
		})
	}
	return forked
}

// appendsTo returns the one of the variables that an expression appends to.
func (t *text) appendsTo(e ast.Expr, held map[types.Object]bool) types.Object {
	call, ok := e.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(t.pass.TypesInfo, call, "append") {
		return nil
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok || !held[t.pass.TypesInfo.Uses[id]] {
		return nil
	}
	return t.pass.TypesInfo.Uses[id]
}

// renamed reports whether the function appends to the slice and gives the result another name:
// what two of these add would lie in the same memory, with more room.
func (t *text) renamed() bool {
	held := map[types.Object]bool{t.v: true}
	for cur := range t.fn.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		var left, right []ast.Expr
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			left, right = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			right = n.Values
		}
		for i, e := range right {
			if t.appendsTo(ast.Unparen(e), held) != nil && ast.Unparen(e) != t.final &&
				(i >= len(left) || !technique.Names(t.pass.TypesInfo, left[i], t.v)) {
				return true
			}
		}
	}
	return false
}
