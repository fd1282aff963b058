package locks

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/service/gosource"
)

// keepers returns the variables of fn that keep a connection of database/sql, by
// name. Those of the literals in it are others.
func (e *engine) keepers(fn *gosource.Func) map[string]*types.Var {
	list := map[string]*types.Var{}
	for _, p := range fn.Params() {
		if p != nil && keeper(p.Type()) != "" {
			list[p.Name()] = p
		}
	}
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			v, ok := fn.Pkg.Info.Defs[n].(*types.Var)
			if ok && v.Name() != "_" && keeper(v.Type()) != "" {
				list[v.Name()] = v
			}
		}
		return true
	})
	return list
}

// keptIn returns the fields of which fn says that they keep a connection, as the
// source has them, with their types.
func (e *engine) keptIn(fn *gosource.Func) map[string]string {
	list := map[string]string{}
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		by := fn.Pkg.Info.Selections[sel]
		if by != nil && by.Kind() == types.FieldVal && keeper(by.Type()) != "" {
			list[types.ExprString(sel)] = keeper(by.Type())
		}
		return true
	})
	return list
}

// ends are the methods that give a connection back.
var ends = map[string]bool{"Close": true, "Commit": true, "Rollback": true}

// closedBefore reports whether a statement above the line ends the use of what is
// called name. What is deferred is still to come.
func (e *engine) closedBefore(fn *gosource.Func, name string, line int) bool {
	closed := false
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if !ok || !ends[sel.Sel.Name] || e.world.Line(n.Pos()) >= line {
				break
			}
			closed = closed || types.ExprString(sel.X) == name
		}
		return true
	})
	return closed
}
