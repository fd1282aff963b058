package linescan

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// still reports whether nothing else has the bytes of an expression once they are scanned: they
// are in a variable that the function does not use, or what a function returns that could not
// give them to others, nor go on with them.
func (s *scanner) still(e ast.Expr) bool {
	info := s.pass.TypesInfo
	e = ast.Unparen(e)
	if b, ok := technique.Variable(info, e); ok {
		return s.unused(b)
	}
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	if technique.IsBuiltin(info, call, "append") {
		return s.fresh(call.Args[0])
	}
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call.Args[0])) || s.still(call.Args[0])
	}
	fn, ok := technique.Func(info, call)
	if !ok || fn.Signature().Recv() != nil || s.keeps(fn) {
		return false // a method may return what it goes on with
	}
	for _, arg := range call.Args {
		if technique.IsBytes(info.TypeOf(arg)) && !s.fresh(arg) && !s.still(arg) {
			return false // it may be what is returned
		}
	}
	return true
}

// fresh reports whether an expression makes new bytes, or none.
//
//	nil, []byte(nil), []byte{'x'}
func (s *scanner) fresh(e ast.Expr) bool {
	if _, lit := ast.Unparen(e).(*ast.CompositeLit); lit || s.pass.TypesInfo.Types[e].IsNil() {
		return true
	}
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && s.pass.TypesInfo.Types[conv.Fun].IsType() &&
		s.pass.TypesInfo.Types[conv.Args[0]].IsNil()
}

// keeps reports whether a function of the package may return bytes that others have: of a field, a
// variable of the package, or a part of what it has.
func (s *scanner) keeps(fn *types.Func) bool {
	decl := technique.DeclOf(s.pass, fn)
	if decl == nil {
		return false
	}
	for n := range ast.Preorder(decl) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		for _, result := range ret.Results {
			if technique.IsBytes(s.pass.TypesInfo.TypeOf(result)) && s.elsewhere(result) {
				return true
			}
		}
	}
	return false
}

// elsewhere reports whether an expression names bytes that are no variable of a function.
func (s *scanner) elsewhere(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := s.pass.TypesInfo.Uses[e].(*types.Var)
		return ok && v.Parent() == s.pass.Pkg.Scope()
	case *ast.SliceExpr:
		return s.elsewhere(e.X)
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
		return true
	}
	return false
}

// unused reports whether the function uses a variable with bytes no more once they are scanned, and
// the bytes have no other name: none is given them, and they come from none.
func (s *scanner) unused(b *types.Var) bool {
	uses, local := technique.LocalUses(s.pass, b)
	if !local || technique.InLoop(s.cur) || !s.beginsStill(b) {
		return false
	}
	for _, use := range uses {
		if use.Node().Pos() > s.source.End() && !measured(s.pass.TypesInfo, use) || s.named(use) {
			return false
		}
	}
	return true
}

// beginsStill reports whether what a variable begins with is nothing that others have.
func (s *scanner) beginsStill(b *types.Var) bool {
	switch e := ast.Unparen(technique.Initial(s.pass, b)).(type) {
	case nil, *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return s.fresh(e) || technique.IsBuiltin(s.pass.TypesInfo, e, "make") || s.still(e)
	default:
		return false
	}
}

// named reports whether a use of bytes gives them another name, or gives them others that have one.
func (s *scanner) named(use inspector.Cursor) bool {
	for use.ParentEdgeKind() == edge.SliceExpr_X || use.ParentEdgeKind() == edge.ParenExpr_X {
		use = use.Parent()
	}
	switch use.ParentEdgeKind() {
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values, edge.CompositeLit_Elts,
		edge.KeyValueExpr_Value, edge.SendStmt_Value, edge.UnaryExpr_X:
		return true
	case edge.AssignStmt_Lhs:
		as := use.Parent().Node().(*ast.AssignStmt)
		return len(as.Lhs) == len(as.Rhs) && s.elsewhere(as.Rhs[use.ParentEdgeIndex()])
	}
	return false
}
