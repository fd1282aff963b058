package outline

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
)

// mostCopied is how many bytes are copied to where the caller has its value: a few words.
const mostCopied = 64

// copied returns the name that declares the variable whose address an expression takes, if the
// function uses that only to return it: then the value can be copied when it returns. Nothing else
// may have its address, by which the caller would see what comes later.
//
//	n, err := strconv.Atoi(s); ...; return &n, nil
func (c *constructor) copied(x ast.Expr) *ast.Ident {
	addr, ok := x.(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil
	}
	v, ok := technique.Variable(c.pass.TypesInfo, addr.X)
	if !ok || v.Pos() < c.decl.Body.Pos() || c.decl.Body.End() <= v.Pos() ||
		!types.Identical(v.Type(), c.elem) || !technique.Copyable(c.elem) {
		return nil
	}
	size, known := technique.SizeOf(c.pass, c.elem)
	uses, local := technique.LocalUses(c.pass, v)
	if !known || size > mostCopied || !local {
		return nil
	}
	for _, use := range uses {
		if !technique.InFunc(use, c.cur) {
			return nil // a literal sees what comes later
		}
		_, addressed := technique.Changed(c.pass.TypesInfo, use)
		if addressed && (use.Parent().ParentEdgeKind() != edge.ReturnStmt_Results ||
			use.Parent().ParentEdgeIndex() > 0) {
			return nil
		}
	}
	for n := range ast.Preorder(c.decl.Body) {
		if id, ok := n.(*ast.Ident); ok && id.Pos() == v.Pos() {
			return id
		}
	}
	return nil
}
