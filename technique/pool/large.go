package pool

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// The compiler makes on the heap what is larger: a variable, and what new, make or the address of
// a literal gives. From mostLarge on it does not wait in a pool.
const (
	mostVariable = 128 << 10
	mostValue    = 64 << 10
	mostLarge    = 4 << 20
)

// large reports whether the compiler makes the value on the heap because of its size alone.
func (s *pooled) large() bool {
	t, most := s.v.Type(), int64(mostVariable)
	switch s.form {
	case own:
		t, most = s.named, mostValue
	case ownValue, bytesArray:
	case array:
		n, _ := technique.MadeLength(s.pass.TypesInfo, s.value)
		return mostValue < n && n <= mostLarge
	default:
		return false
	}
	size, known := technique.SizeOf(s.pass, t)
	return known && most < size && size <= mostLarge
}

// largeArray matches a variable that is an array, of numbers or of structs without pointers, too
// large for the stack.
//
//	var counts [1 << 16]uint32
func (s *pooled) largeArray() bool {
	t, unnamed := types.Unalias(s.v.Type()).(*types.Array)
	if !unnamed || s.value != nil || technique.Pointers(t.Elem()) || !s.typedHere() {
		return false
	}
	_, more, ok := technique.TypeText(s.pass, s.file, s.stmt.Pos(), t.Elem())
	_, _, outside := technique.TypeText(s.pass, s.file, s.file.End(), t.Elem())
	size, known := technique.SizeOf(s.pass, t)
	return ok && outside && len(more) == 0 && known && mostVariable < size && size <= mostLarge
}

// typedHere reports whether a declaration says how long the array is, which has no other name.
func (s *pooled) typedHere() bool {
	decl, ok := s.stmt.(*ast.DeclStmt)
	if !ok {
		return false
	}
	spec, ok := decl.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	if !ok {
		return false
	}
	_, ok = spec.Type.(*ast.ArrayType)
	return ok
}

// fields returns the lines that give the fields of a large struct, which is zero, what its literal
// has: the literal itself would be made on the stack first.
func (s *pooled) fields(v string) []string {
	lit, ok := s.literal.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	var lines []string
	for i, e := range lit.Elts {
		name := s.named.Underlying().(*types.Struct).Field(i).Name()
		if kv, keyed := e.(*ast.KeyValueExpr); keyed {
			name, e = kv.Key.(*ast.Ident).Name, kv.Value
		}
		lines = append(lines, v+"."+name+" = "+technique.Patch(s.pass, e, s.arguments))
	}
	return lines
}
