package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// asksNil reports whether code, or a function of the package that it names, compares a field with
// nil: it sees when the field gets room before its first element.
//
//	if t.list == nil { t.list = append(t.list, "first") }
func (l *loop) asksNil(code ast.Node, field *types.Var, seen map[ast.Node]bool) bool {
	info := l.pass.TypesInfo
	for n := range ast.Preorder(code) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.EQL && n.Op != token.NEQ {
				continue
			}
			for _, sides := range [][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
				sel, ok := ast.Unparen(sides[0]).(*ast.SelectorExpr)
				if ok && info.Types[sides[1]].IsNil() &&
					technique.Origin(info.Uses[sel.Sel]) == technique.Origin(field) {
					return true
				}
			}
		case *ast.Ident:
			fn, ok := info.Uses[n].(*types.Func)
			if !ok {
				continue
			}
			decl := technique.DeclOf(l.pass, fn)
			if decl == nil || decl.Body == nil || seen[decl] {
				continue
			}
			seen[decl] = true
			if l.asksNil(decl.Body, field, seen) {
				return true
			}
		}
	}
	return false
}
