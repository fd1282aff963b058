package textroom

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// forked reports whether a caller in the package gives the slice that it gets a
// name, or puts it into a field, and appends to it under another one: with more room,
// what two appends add would lie in the same memory.
func (t *text) forked() bool {
	info, held := t.pass.TypesInfo, t.held()
	forked := false
	for _, file := range t.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
					to := t.appendsTo(n.Rhs[0], held)
					if to != nil && technique.VariableOrField(info, n.Lhs[0]) == to {
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

// held returns the variables and fields to which the package gives what the function returns.
func (t *text) held() map[*types.Var]bool {
	info := t.pass.TypesInfo
	fn := info.Defs[t.fn.Node().(*ast.FuncDecl).Name]
	held := make(map[*types.Var]bool)
	for _, file := range t.pass.Files {
		for n := range ast.Preorder(file) {
			left, right := assignedBy(n)
			for i, e := range right {
				call, ok := ast.Unparen(e).(*ast.CallExpr)
				if !ok || technique.Callee(info, call) != fn {
					continue
				}
				to := left
				if len(left) == len(right) {
					to = left[i:][:1]
				}
				for _, e := range to {
					if id, ok := e.(*ast.Ident); ok && info.Defs[id] != nil {
						held[info.Defs[id].(*types.Var)] = true
					} else if v := technique.VariableOrField(info, e); v != nil {
						held[v] = true
					}
				}
			}
		}
	}
	return held
}

// assignedBy returns what a node gives values to, and these.
func assignedBy(n ast.Node) (left, right []ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs, n.Rhs
	case *ast.ValueSpec:
		for _, name := range n.Names {
			left = append(left, name)
		}
		return left, n.Values
	case *ast.KeyValueExpr:
		return []ast.Expr{n.Key}, []ast.Expr{n.Value}
	}
	return nil, nil
}

// appendsTo returns the one of the variables that an expression appends to.
func (t *text) appendsTo(e ast.Expr, held map[*types.Var]bool) *types.Var {
	call, ok := e.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(t.pass.TypesInfo, call, "append") {
		return nil
	}
	v := technique.VariableOrField(t.pass.TypesInfo, ast.Unparen(call.Args[0]))
	if !held[v] {
		return nil
	}
	return v
}

// renamed reports whether the function appends to the slice and gives the result another name, or
// returns several of these: what two of them add would lie in the same memory, with more room.
func (t *text) renamed() bool {
	held := map[*types.Var]bool{t.v: true}
	for ret := range t.fn.Preorder((*ast.ReturnStmt)(nil)) {
		n := 0
		for cur := range ret.Preorder((*ast.CallExpr)(nil)) {
			if t.appendsTo(cur.Node().(ast.Expr), held) != nil {
				n++
			}
		}
		if n > 1 {
			return true
		}
	}
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
