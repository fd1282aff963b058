package pool

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// From this length on scratch bytes are worth a pool, and up to that they may wait
// in one. Fewer share an object of the heap with others. Of the smallest that wait in a pool the
// clock decides.
const (
	leastArray = 8
	mostArray  = 64 << 10
)

// length returns how the constant length of scratch bytes is written. It must mean
// the same outside of the function, where the pool is declared.
//
//	buf := make([]byte, 4096), make([]byte, bufferSize)
func (s *pooled) length() (text string, ok bool) {
	n, ok := technique.MadeLength(s.pass.TypesInfo, s.value)
	if !ok || n < 0 || n > mostArray && n <= mostValue || n > mostLarge ||
		!technique.Since(s.pass, s.file, "go1.21") { // clear
		return "", false
	}
	return s.constant(ast.Unparen(s.value).(*ast.CallExpr).Args[1]), true
}

// constant returns how a constant is written outside of the function.
func (s *pooled) constant(e ast.Expr) string {
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if ok && s.pass.Pkg.Scope().Lookup(id.Name) != s.pass.TypesInfo.Uses[id] {
			// A constant of the function, or elsewhere.
			return s.pass.TypesInfo.Types[e].Value.ExactString()
		}
	}
	return technique.Text(s.pass, e)
}

// worthPool reports whether scratch bytes are enough for a pool, but not too many.
func (s *pooled) worthPool() bool {
	var n int64
	switch s.form {
	case array:
		n, _ = technique.MadeLength(s.pass.TypesInfo, s.value)
	case bytesArray:
		t, unnamed := types.Unalias(s.v.Type()).(*types.Array)
		if !unnamed || !s.onlyPart() {
			return false
		}
		n = t.Len()
	}
	return leastArray <= n && n <= mostArray || s.large()
}

func isBytesArray(t types.Type) bool {
	u, ok := t.Underlying().(*types.Array)
	return ok && types.Identical(u.Elem(), types.Typ[types.Byte])
}

// arrayType returns the type of an array, as it is written outside of the function.
func (s *pooled) arrayType() string {
	spec := s.stmt.(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	if typ, ok := spec.Type.(*ast.ArrayType); ok && typ.Len != nil {
		elem, _, _ := technique.TypeText(s.pass, s.file, s.stmt.Pos(),
			s.v.Type().Underlying().(*types.Array).Elem())
		return "[" + s.constant(typ.Len) + "]" + elem
	}
	return types.TypeString(s.v.Type(), nil) // an alias
}

// onlyPart reports whether all uses of an array are of its elements, slices and length,
// which a pointer to it has as well.
func (s *pooled) onlyPart() bool {
	uses, ok := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		switch n := use.Parent().Node().(type) {
		case *ast.SliceExpr, *ast.IndexExpr:
		case *ast.RangeStmt:
			ok = ok && n.X == use.Node() && n.Value == nil
		case *ast.UnaryExpr:
			ok = ok && n.Op == token.AND
		case *ast.CallExpr:
			ok = ok && (technique.IsBuiltin(s.pass.TypesInfo, n, "len") ||
				technique.IsBuiltin(s.pass.TypesInfo, n, "cap"))
		default:
			return false
		}
	}
	return ok
}
