package dropconv

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// received finds the receiver, if the function has one: the generic function gets it as its first
// parameter, as a method cannot be generic.
//
//	have: func (p *parser) parse(s string) int { ... }
//	want: func (p *parser) parse(s string) int { return parseText(p, s) }
//	      func parseText[T string | []byte](p *parser, s T) int { ... }
func (b *both) received(fn *types.Func) bool {
	b.recv = fn.Signature().Recv()
	return b.recv == nil || b.recv.Name() != "" && b.recv.Name() != "_" &&
		fn.Signature().RecvTypeParams().Len() == 0
}

// calledOn returns the place of a method that a call names, and the text of what it is called on:
// that of the receiver itself, not of what holds it, or of what it points to.
func (b *both) calledOn(use inspector.Cursor) (fun inspector.Cursor, on string) {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok || use.ParentEdgeKind() != edge.SelectorExpr_Sel {
		return use, ""
	}
	info := b.pass.TypesInfo
	s := info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal ||
		!types.Identical(info.TypeOf(sel.X), b.recv.Type()) || !technique.Pure(info, sel.X) {
		return use, ""
	}
	return use.Parent(), technique.Text(b.pass, sel.X)
}
