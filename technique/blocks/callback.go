package blocks

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// calledBack reports whether the statement stands in a function literal that a function of the
// package calls in a loop while it runs: the literal is the body of a loop of the function around.
//
//	t.each(func(e *entry) { out = append(out, &T{e.name}) })
func (m *made) calledBack() bool {
	lit := m.fn
	if lit.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	call := lit.Parent()
	fn, ok := technique.Func(m.pass.TypesInfo, call.Node().(*ast.CallExpr))
	around, in := technique.EnclosingFunc(call)
	if !ok || !in || technique.RunsLater(call) || !effects.RunsWithin(m.pass, lit) ||
		!iterates(m.pass, fn, lit.ParentEdgeIndex(), 0) {
		return false
	}
	m.lit, m.fn = lit, around
	return true
}

// iterates reports whether a function of the package calls one of its parameters in a loop, or
// calls itself with it, or hands it on to a function that does so; and waits for no others.
func iterates(pass *analysis.Pass, fn *types.Func, index, depth int) bool {
	decl, params := technique.DeclOf(pass, fn), fn.Origin().Signature().Params()
	if decl == nil || decl.Body == nil || waits(pass.TypesInfo, decl.Body) || depth > deepest ||
		index >= params.Len() {
		return false
	}
	uses, _ := technique.LocalUses(pass, params.At(index))
	for _, use := range uses {
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok {
			continue
		}
		if technique.InLoop(use) {
			return true
		}
		to, ok := technique.Func(pass.TypesInfo, call)
		if ok && use.ParentEdgeKind() == edge.CallExpr_Args &&
			(to == fn || iterates(pass, to, use.ParentEdgeIndex(), depth+1)) {
			return true
		}
	}
	return false
}

// inside reports whether a place is in the function, or in the literal that is called back.
func (m *made) inside(cur inspector.Cursor) bool {
	around, _ := technique.EnclosingFunc(cur)
	return around == m.fn || m.lit.Valid() && around == m.lit
}

// statement returns the statement before which a block may be declared for all calls of the
// literal.
func (m *made) statement() inspector.Cursor {
	cur := m.lit.Parent()
	for !technique.InList(cur) || isClause(cur.Node()) {
		cur = cur.Parent()
	}
	return cur
}

func isClause(n ast.Node) bool {
	switch n.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}
