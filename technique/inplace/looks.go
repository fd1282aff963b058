package inplace

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// looks reports whether a use in the loop sees no element that has been written.
func (f *filter) looks(use inspector.Cursor) bool {
	info, n := f.pass.TypesInfo, f.loop.Node().(*ast.RangeStmt)
	if use.Node().End() <= n.X.End() {
		return true
	}
	switch parent := use.Parent().Node().(type) {
	case *ast.CallExpr:
		return technique.IsBuiltin(info, parent, "len")
	case *ast.IndexExpr:
		return technique.Names(info, parent.X, f.v) && !f.part && f.unwritten(parent.Index) &&
			use.Node().Pos() < f.grows[0].Node().End() && technique.InFunc(use, f.fn) &&
			!technique.PointedTo(info, use.Parent())
	}
	return false
}

// unwritten reports whether an index is that of the iteration, or a later one; or the one before,
// where elements are kept as they are: then what is written there, if anything, is the same.
func (f *filter) unwritten(e ast.Expr) bool {
	info, n := f.pass.TypesInfo, f.loop.Node().(*ast.RangeStmt)
	e, from := ast.Unparen(e), int64(0)
	if sum, ok := e.(*ast.BinaryExpr); ok {
		k, isConst := technique.ConstantInt(info, sum.Y)
		switch {
		case isConst && sum.Op == token.ADD:
			from = k
		case isConst && sum.Op == token.SUB:
			from = -k
		default:
			return false
		}
		e = ast.Unparen(sum.X)
	}
	i, ok := technique.Variable(info, e)
	return ok && n.Key != nil && info.Defs[n.Key.(*ast.Ident)] == types.Object(i) &&
		technique.Fixed(f.pass, i) && (from >= 0 || from == -1 && f.asIs())
}

// asIs reports whether what is kept are the elements themselves, which the loop does not change.
func (f *filter) asIs() bool {
	info, n := f.pass.TypesInfo, f.loop.Node().(*ast.RangeStmt)
	uses := slices.Concat(technique.UsesOf(f.pass, f.v), technique.UsesOf(f.pass, f.kept))
	for _, use := range uses {
		if use.ParentEdgeKind() == edge.IndexExpr_X && f.loop.Contains(use) &&
			technique.WrittenTo(info, use.Parent()) {
			return false
		}
	}
	for _, grow := range f.grows {
		call, ok := grow.Node().(*ast.CallExpr)
		if !ok {
			return false
		}
		v, ok := technique.Variable(info, call.Args[1])
		if !ok || n.Value == nil || info.Defs[n.Value.(*ast.Ident)] != types.Object(v) ||
			!technique.Fixed(f.pass, v) {
			return false
		}
	}
	return true
}
