package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// LoopBehind returns the loop around a statement that stands in the list in which a variable
// is declared, with nothing between that names it; and the declaration.
func LoopBehind(pass *analysis.Pass, stmt inspector.Cursor, v *types.Var) (
	decl, loop inspector.Cursor, ok bool) {
	for around := range stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.FuncLit)(nil)) {
		if _, literal := around.Node().(*ast.FuncLit); literal || !InList(around) {
			return decl, loop, false
		}
		for prev, ok := around.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
			if declared, _, _ := Declared(pass.TypesInfo, prev.Node()); declared == v {
				return prev, around, true
			}
			if Uses(pass.TypesInfo, prev.Node(), v) {
				return decl, loop, false
			}
		}
	}
	return decl, loop, false
}

// FreeName returns the first of some names that nothing has in a piece of code, "" where all
// are taken.
func FreeName(code ast.Node, names ...string) string {
	taken := make(map[string]bool)
	for n := range ast.Preorder(code) {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
	}
	for _, name := range names {
		if !taken[name] && types.Universe.Lookup(name) == nil {
			return name
		}
	}
	return ""
}
