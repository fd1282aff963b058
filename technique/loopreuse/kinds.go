package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// isMap matches a map that is made empty.
//
//	have: m := make(map[K]V, len(x))
//	want: clear(m)
func (s *scratch) isMap() bool {
	_, ok := s.v.Type().Underlying().(*types.Map)
	if !ok || !technique.Predeclared(s.pass, s.stmt.Node().Pos(), "make") {
		return false
	}
	name, typ := s.name.Name, ast.Expr(nil)
	switch made := s.made.(type) {
	case *ast.CallExpr:
		if !technique.IsBuiltin(s.pass.TypesInfo, made, "make") {
			return false
		}
		typ = made.Args[0]
		if len(made.Args) == 2 && !technique.Pure(s.pass.TypesInfo, made.Args[1]) {
			return false
		}
		s.before = name + " := " + s.text(made)
		if !s.outside(made) {
			s.before = name + " := make(" + s.text(typ) + ")"
		}
	case *ast.CompositeLit:
		if typ = made.Type; len(made.Elts) > 0 {
			return false
		}
		s.before = name + " := " + s.text(made)
	default:
		return false
	}
	s.within, ok = technique.EmptyMap(s.pass, s.file, s.stmt.Node(), name, s.v.Type())
	return ok && s.outside(typ) && s.only(s.v, s.mapUse, nil)
}

// isSlice matches a slice that begins empty, or that has a length and zeros in it.
func (s *scratch) isSlice() bool {
	if _, ok := s.v.Type().Underlying().(*types.Slice); !ok {
		return false
	}
	name := s.name.Name
	s.within = name + " = " + name + "[:0]"
	switch made := s.made.(type) {
	case nil:
		spec := s.stmt.Node().(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
		s.before, s.isNil = "var "+name+" "+s.text(spec.Type), true
		return s.outside(spec.Type) && s.only(s.v, s.sliceUse, nil) && len(s.also) > 0
	case *ast.CompositeLit:
		s.before = s.text(s.stmt.Node())
		return len(made.Elts) == 0 && s.outside(made.Type) && s.only(s.v, s.sliceUse, nil) &&
			len(s.also) > 0
	case *ast.CallExpr:
		return technique.IsBuiltin(s.pass.TypesInfo, made, "make") && s.outside(made.Args[0]) &&
			s.only(s.v, s.sliceUse, nil) && s.madeSlice(made)
	}
	return false
}

// madeSlice matches a call of make.
//
//	have: b := make([]T, n)        t := make([]T, 0, n)
//	want: b = append(b[:0], make([]T, n)...)        t = slices.Grow(t[:0], n)
func (s *scratch) madeSlice(made *ast.CallExpr) bool {
	info, name := s.pass.TypesInfo, s.name.Name
	s.before = name + " := " + s.text(made.Args[0]) + "{}"
	length := info.Types[made.Args[1]].Value
	if len(made.Args) == 2 {
		// A slice of constant length is on the stack, and what is too large panics with
		// another text.
		if !technique.Predeclared(s.pass, s.stmt.Node().Pos(), "append", "make") ||
			!technique.NotNegative(s.pass, made.Args[1]) || length != nil {
			return false
		}
		s.within = name + " = append(" + name + "[:0], " + s.text(made) + "...)"
		return true
	}
	if length == nil || length.ExactString() != "0" {
		return false
	}
	room := made.Args[2]
	if info.Types[room].Value != nil {
		s.before = name + " := " + s.text(made)
		return true
	}
	if !technique.NotNegative(s.pass, room) || !technique.Since(s.pass, s.file, "go1.21") ||
		!types.Identical(info.TypeOf(room), types.Typ[types.Int]) {
		return false
	}
	pkg, edits := technique.AddImport(s.pass, s.file, made.Pos(), "slices")
	s.edits = append(s.edits, edits...)
	s.within = name + " = " + pkg + ".Grow(" + name + "[:0], " + s.text(room) + ")"
	return true
}

// isBuffer matches an empty bytes.Buffer.
func (s *scratch) isBuffer() bool {
	t := s.v.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if !technique.IsNamed(t, "bytes", "Buffer") {
		return false
	}
	switch made := s.made.(type) {
	case nil:
		if t != s.v.Type() {
			return false
		}
	case *ast.CompositeLit:
	case *ast.UnaryExpr:
		if _, ok := made.X.(*ast.CompositeLit); !ok || made.Op != token.AND {
			return false
		}
	case *ast.CallExpr:
		if !technique.IsBuiltin(s.pass.TypesInfo, made, "new") &&
			!(technique.IsFunc(s.pass.TypesInfo, made, "bytes", "NewBuffer") &&
				s.pass.TypesInfo.Types[made.Args[0]].IsNil()) {
			return false
		}
	default:
		return false
	}
	s.before = s.text(s.stmt.Node())
	s.within = s.name.Name + ".Reset()"
	return (s.made == nil || s.outside(s.made)) && s.only(s.v, s.bufferUse, nil)
}

// isHash matches a hash of the standard library that needs no key.
func (s *scratch) isHash() bool {
	call, ok := s.made.(*ast.CallExpr)
	if !ok {
		return false
	}
	if fn, ok := technique.Func(s.pass.TypesInfo, call); !ok || !effects.NewHash(fn) {
		return false
	}
	s.before = s.text(s.stmt.Node())
	s.within = s.name.Name + ".Reset()"
	return s.outside(call) && s.only(s.v, s.hashUse, nil)
}
