package textroom

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// array matches what is appended behind the elements of an array, which is not used later. What
// append returns may be the array, so that the compiler puts it on the heap, and what is longer is
// there twice.
//
//	have: var head [4]byte; ...; return append(head[:], data...)
//	want: head := make([]byte, 4, 4+len(data)); ...; return append(head[:], data...)
func array(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsBuiltin(pass.TypesInfo, call, "append") ||
		technique.Grown(pass, cur) != cur {
		return p, false
	}
	var calls []*ast.CallExpr // the innermost first
	e := ast.Expr(call)
	for {
		inner, isCall := ast.Unparen(e).(*ast.CallExpr)
		if !isCall || len(inner.Args) < 2 {
			break
		}
		calls = append([]*ast.CallExpr{inner}, calls...)
		e = inner.Args[0]
	}
	part, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok || part.Low != nil || part.Max != nil {
		return p, false
	}
	v, ok := technique.Variable(pass.TypesInfo, part.X)
	if !ok {
		return p, false
	}
	decl, n, ok := arrayOf(pass, cur, v)
	if !ok || !within(pass, part.High, n) || technique.Repeated(cur, decl.Node().Pos()) ||
		!onlyFilled(pass, v, part, n) {
		return p, false
	}
	typ := decl.Node().(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Type
	elem := technique.Text(pass, typ.(*ast.ArrayType).Elt)
	t := &text{pass: pass, at: decl.Node().Pos(), returned: true, start: start{node: decl.Node(),
		length: n, room: n, write: func(size string) string {
			return fmt.Sprintf("%s := make([]%s, %d, %s)", v.Name(), elem, n, size)
		}}}
	for _, inner := range calls {
		if !t.add(inner) {
			return p, false
		}
	}
	what := "elements"
	if ofBytes(pass.TypesInfo.TypeOf(call)) {
		what = "bytes"
	}
	return t.proposal(what, false), t.outgrows != nil &&
		technique.Predeclared(pass, t.at, "append", "len", "make")
}

// arrayOf returns the declaration of an array, and its length.
func arrayOf(pass *analysis.Pass, cur inspector.Cursor, v *types.Var) (decl inspector.Cursor,
	n int, ok bool) {
	fn, inFunc := technique.EnclosingFunc(cur)
	list, isArray := v.Type().(*types.Array)
	if !inFunc || !isArray || list.Len() > 1<<16 {
		return decl, 0, false
	}
	for at := range fn.Preorder((*ast.DeclStmt)(nil)) {
		declared, _, value := technique.Declared(pass.TypesInfo, at.Node())
		if declared == v && value == nil && technique.InList(at) &&
			!technique.Commented(pass, at.Node()) {
			spec := at.Node().(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
			_, written := spec.Type.(*ast.ArrayType)
			return at, int(list.Len()), written
		}
	}
	return decl, 0, false
}

// within reports whether the end of a part of an array of n elements is surely in it: a slice
// with room behind its elements would not panic otherwise.
func within(pass *analysis.Pass, end ast.Expr, n int) bool {
	if end == nil {
		return true
	}
	if at, ok := technique.ConstantInt(pass.TypesInfo, end); ok {
		return int(at) <= n
	}
	v, ok := technique.Variable(pass.TypesInfo, end)
	if !ok {
		return false
	}
	call, ok := technique.OnlyValue(pass, v).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := technique.Func(pass.TypesInfo, call)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "encoding/binary" ||
		technique.IsBuiltin(pass.TypesInfo, call, "copy")
}

// onlyFilled reports whether all uses of an array of n elements before a part of it fill and read
// its elements, and keep nothing, and none comes later, as one in a function literal could.
func onlyFilled(pass *analysis.Pass, v *types.Var, last *ast.SliceExpr, n int) bool {
	uses, ok := technique.LocalUses(pass, v)
	for i, use := range uses {
		if technique.InLiteral(use, v) {
			return false
		}
		if i == len(uses)-1 {
			return ok && use.Parent().Node() == ast.Node(last)
		}
		switch e := use.Parent().Node().(type) {
		case *ast.IndexExpr:
			if e.X != use.Node() || technique.PointedTo(pass.TypesInfo, use.Parent()) {
				return false
			}
		case *ast.SliceExpr:
			if e.X != use.Node() || e.Max != nil || !within(pass, e.High, n) ||
				!lookedAt(pass, use.Parent()) {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// lookedAt reports whether a slice is the argument of a function of the standard library that
// keeps nothing.
func lookedAt(pass *analysis.Pass, cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args || technique.RunsLater(cur.Parent()) {
		return false
	}
	if technique.IsBuiltin(pass.TypesInfo, call, "copy") {
		return true
	}
	fn, ok := technique.Func(pass.TypesInfo, call)
	return ok && effects.RetainsNothing(fn, cur.ParentEdgeIndex()) && !effects.ReturnsSlice(fn)
}
