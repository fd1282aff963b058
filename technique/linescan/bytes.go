package linescan

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// lookedAt reports whether the bytes of a line are only read, at once or by way of a variable.
func lookedAt(pass *analysis.Pass, line inspector.Cursor) bool {
	if v, _, value := technique.Declared(pass.TypesInfo, line.Parent().Node()); v != nil &&
		value == line.Node() {
		uses, ok := technique.LocalUses(pass, v)
		for _, use := range uses {
			if !read(pass, use) {
				return false
			}
		}
		return ok
	}
	return read(pass, line)
}

// read judges one use of the bytes of a line.
func read(pass *analysis.Pass, use inspector.Cursor) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == use.Node() && !technique.WrittenTo(pass.TypesInfo, use.Parent())
	case *ast.RangeStmt:
		return use.ParentEdgeKind() == edge.RangeStmt_X
	case *ast.BinaryExpr: // with nil
		return true
	case *ast.CallExpr:
		only, _ := effects.OnlyRead(pass, use)
		return only
	}
	return false
}
