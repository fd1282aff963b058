package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// ownStruct matches the value of a variable as a new struct of a type of the
// package: a literal, new, or a constructor that returns a literal and does nothing
// else.
//
//	p := &T{...}, p := new(T), p := newT(...), p := T{...}, var p T
func (s *pooled) ownStruct() (form, bool) {
	info := s.pass.TypesInfo
	t := types.Unalias(s.v.Type())
	ptr, isPointer := t.(*types.Pointer)
	if isPointer {
		t = types.Unalias(ptr.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Parent() != s.pass.Pkg.Scope() || named.TypeArgs().Len() > 0 {
		return 0, false
	}
	if _, isStruct := named.Underlying().(*types.Struct); !isStruct || importsUnsafe(s.pass.Pkg) {
		return 0, false
	}
	s.named = named
	if !isPointer {
		_, isLit := s.value.(*ast.CompositeLit)
		s.literal = s.value
		return ownValue, s.value == nil || isLit
	}
	switch e := s.value.(type) {
	case *ast.UnaryExpr:
		s.literal = ast.Unparen(e.X)
		_, isLit := s.literal.(*ast.CompositeLit)
		return own, e.Op == token.AND && isLit
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "new") {
			return own, info.Types[e.Args[0]].IsType()
		}
		return own, s.constructor(e)
	}
	return 0, false
}

// importsUnsafe reports whether a pointer may be hidden from who reads the code.
func importsUnsafe(pkg *types.Package) bool {
	return slices.Contains(pkg.Imports(), types.Unsafe)
}

// constructor matches a call of a function of the package that only returns a
// pointer to a literal, which can stand at the call with the arguments in it.
func (s *pooled) constructor(call *ast.CallExpr) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Signature().Recv() != nil || fn.Signature().Variadic() || fn.Signature().
		TypeParams().Len() > 0 || fn.Signature().Params().Len() != len(call.Args) {
		return false
	}
	lit, ok := returnsNew(s.pass, fn)
	s.literal = lit
	return ok && s.substitute(call, fn, lit)
}

// substitute finds the arguments of a constructor for the parameters in its literal:
// all are pure, so that they can be evaluated in another order, or not at all, but for that
// of an object that is made before.
func (s *pooled) substitute(call *ast.CallExpr, fn *types.Func, lit *ast.CompositeLit) bool {
	info := s.pass.TypesInfo
	s.arguments = make(map[ast.Node]string)
	for _, arg := range call.Args {
		if !technique.Pure(info, arg) && (s.inner == nil || arg != s.inner.from) {
			return false
		}
	}
	for n := range ast.Preorder(lit) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			params := slices.Collect(fn.Signature().Params().Variables())
			i := slices.Index(params, variable(info, n))
			if i < 0 {
				if !technique.ResolvesSameAt(s.pass, n, call.Pos()) {
					return false
				}
				continue
			}
			if !types.Identical(info.TypeOf(call.Args[i]), info.TypeOf(n)) &&
				!types.IsInterface(info.TypeOf(n)) {
				return false // the conversion to the parameter's type is not written
			}
			s.arguments[n] = technique.Text(s.pass, call.Args[i])
		}
	}
	return true
}

func variable(info *types.Info, id *ast.Ident) *types.Var {
	v, _ := info.Uses[id].(*types.Var)
	return v
}

// ownedHere reports whether the struct is the function's own as long as it runs, and
// records the uses.
func (s *pooled) ownedHere() bool {
	o := &ownership{pass: s.pass, typ: s.named, in: s.in, from: s.stmt.Pos(), root: s.v,
		seen: make(map[*types.Var]bool)}
	if s.form == ownValue && !wholeVariable(s.pass, s.v) || !o.released(s.v) {
		return false
	}
	for _, id := range technique.UsesOf(s.pass, s.v) {
		s.uses = append(s.uses, id.Node().(*ast.Ident))
	}
	s.trusted = o.leaves
	if s.body != nil && !s.endsWithIteration(o.seen) {
		return false
	}
	if s.large() && s.literal != nil && technique.Commented(s.pass, s.literal) {
		return false
	}
	return technique.Visible(s.pass, s.named.Obj(), s.stmt.Pos())
}

// filled returns the line that gives a struct from the pool its first value; none
// where that is the zero value, which the pool holds.
func (s *pooled) filled(v string) []string {
	lit, ok := s.literal.(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 {
		return nil
	}
	if s.large() {
		return s.fields(v)
	}
	text := technique.Patch(s.pass, lit, s.arguments)
	if len(s.room) > 0 {
		text = withRooms(text, v, s.room)
	}
	return []string{"*" + v + " = " + text}
}

// wholeVariable reports whether no use of a variable copies the struct that it is.
func wholeVariable(pass *analysis.Pass, v *types.Var) bool {
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		switch n := use.Parent().Node().(type) {
		case *ast.SelectorExpr:
		case *ast.UnaryExpr:
			if n.Op != token.AND {
				return false
			}
		default:
			return false
		}
	}
	return ok
}
