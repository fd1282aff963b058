package technique

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Patch returns the source text of a node with other text in the place of some
// nodes below it. None of these may contain another.
func Patch(pass *analysis.Pass, n ast.Node, with map[ast.Node]string) string {
	src := Text(pass, n)
	var inside []ast.Node
	for m := range with {
		if n.Pos() <= m.Pos() && m.End() <= n.End() {
			inside = append(inside, m)
		}
	}
	slices.SortFunc(inside, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	var b strings.Builder
	done := 0
	for _, m := range inside {
		b.WriteString(src[done:int(m.Pos()-n.Pos())])
		b.WriteString(with[m])
		done = int(m.End() - n.Pos())
	}
	b.WriteString(src[done:])
	return b.String()
}

// SameExpr reports whether two expressions read alike and their names mean the
// same. It knows names, fields, elements, pointers and literals, and says no to
// all else.
func SameExpr(info *types.Info, a, b ast.Expr) bool {
	a, b = ast.Unparen(a), ast.Unparen(b)
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && info.ObjectOf(a) != nil && info.ObjectOf(a) == info.ObjectOf(b)
	case *ast.BasicLit:
		b, ok := b.(*ast.BasicLit)
		return ok && a.Kind == b.Kind && a.Value == b.Value
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		if !ok || info.ObjectOf(a.Sel) != info.ObjectOf(b.Sel) {
			return false
		}
		return SameExpr(info, a.X, b.X)
	case *ast.IndexExpr:
		b, ok := b.(*ast.IndexExpr)
		return ok && SameExpr(info, a.X, b.X) && SameExpr(info, a.Index, b.Index)
	case *ast.StarExpr:
		b, ok := b.(*ast.StarExpr)
		return ok && SameExpr(info, a.X, b.X)
	}
	return false
}
