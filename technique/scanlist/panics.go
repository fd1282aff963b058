package scanlist

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mayPanic reports whether evaluating the list follows a pointer or an index.
func (s *set) mayPanic() bool {
	for n := range ast.Preorder(s.list) {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr:
			return true
		case *ast.SelectorExpr:
			if sel := s.pass.TypesInfo.Selections[n]; sel != nil && sel.Indirect() {
				return true
			}
		}
	}
	return false
}

// follows reports whether the statement behind the loop surely follows the one pointer that the
// list is found by.
func (s *set) follows(next inspector.Cursor) bool {
	info := s.pass.TypesInfo
	list, ok := ast.Unparen(s.list).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := technique.Variable(info, list.X)
	return ok && len(info.Selections[list].Index()) == 1 &&
		technique.Surely(next.Node(), func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			sel := info.Selections[x]
			return ok && sel != nil && sel.Indirect() && technique.Names(info, x.X, v)
		})
}

// surely reports whether a statement asks whenever it is run.
func (s *set) surely(stmt inspector.Cursor) bool {
	for cur := s.ask; cur != stmt; cur = cur.Parent() {
		n, ok := cur.Parent().Node().(*ast.BinaryExpr)
		if ok && cur.ParentEdgeKind() == edge.BinaryExpr_Y &&
			(n.Op == token.LAND || n.Op == token.LOR) {
			return false
		}
	}
	return true
}
