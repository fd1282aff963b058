package byvalue

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// suits reports whether the struct may be copied, and whether no other package reaches it.
func (s *small) suits() bool {
	t := s.typ.Type()
	size, known := technique.SizeOf(s.pass, t)
	if s.typ.Exported() || s.typ.Parent() != s.pass.Pkg.Scope() || !known || size == 0 ||
		size > largest || !technique.Copyable(t) {
		return false
	}
	for f := range t.Underlying().(*types.Struct).Fields() {
		if s.leads(f.Type(), reach{far: true, value: true}) {
			return false // a list, a tree
		}
	}
	if technique.ReachesMemory(s.pass) {
		return false
	}
	named := t.(*types.Named)
	for m := range named.Methods() {
		_, pointer := m.Signature().Recv().Type().(*types.Pointer)
		s.gains = s.gains || pointer
	}
	return !s.shown() && !technique.MentionedBeside(s.pass, s.typ.Name())
}

// written reports whether a field is changed by a pointer that was not made for a local variable:
// it spares most packages the look at all that they do.
func (s *small) written() bool {
	for f := range s.typ.Type().Underlying().(*types.Struct).Fields() {
		for _, use := range technique.UsesOf(s.pass, f) {
			sel, ok := use.Parent().Node().(*ast.SelectorExpr)
			if !ok || !s.isPointer(s.pass.TypesInfo.TypeOf(sel.X)) {
				continue
			}
			if given, addressed := technique.Replaced(use.Parent()); !given && !addressed {
				continue
			}
			v, ok := technique.Variable(s.pass.TypesInfo, sel.X)
			if !ok || technique.Initial(s.pass, v) == nil {
				return true
			}
		}
	}
	return false
}

// unmentioned reports whether no file that the pass leaves out has the name of something whose
// type changes.
func (s *small) unmentioned() bool {
	for _, obj := range s.pass.TypesInfo.Defs {
		if s.changes(obj) && technique.MentionedBeside(s.pass, obj.Name()) {
			return false
		}
	}
	return true
}

// changes reports whether code elsewhere in the package that names an object may see that the
// struct is passed by value. The struct's own methods and fields are reached by a struct only.
func (s *small) changes(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return s.leads(obj.Type(), reach{})
	case *types.Var:
		return (obj.IsField() || obj.Parent() == s.pass.Pkg.Scope()) &&
			s.leads(obj.Type(), reach{})
	case *types.TypeName:
		if obj == s.typ || obj.Parent() != s.pass.Pkg.Scope() {
			return false
		}
		if _, is := obj.Type().Underlying().(*types.Struct); is {
			return s.holds(obj.Type()) // a literal of it holds nil
		}
		return s.leads(obj.Type(), reach{})
	}
	return false
}

// shown reports whether other packages can get at the struct or a pointer to it, or may make
// one of its holders without a value, and compare two.
func (s *small) shown() bool {
	return s.api.shown[s.typ] || slices.ContainsFunc(s.api.exported, s.holds)
}

// api is what other packages can get at.
type api struct {
	pkg      *types.Package
	exported []types.Type
	shown    map[*types.TypeName]bool
	seen     map[types.Type]bool
}

// newAPI returns the API of a package; that of a program is empty.
func newAPI(pkg *types.Package) *api {
	a := &api{pkg: pkg, shown: make(map[*types.TypeName]bool), seen: make(map[types.Type]bool)}
	if pkg.Name() == "main" {
		return a
	}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if !obj.Exported() {
			continue
		}
		a.shows(obj.Type())
		if _, is := obj.(*types.TypeName); is {
			a.exported = append(a.exported, obj.Type())
		}
	}
	return a
}

// shows adds what other packages get to from a value of a type. It returns false, for parts.
func (a *api) shows(t types.Type) bool {
	t = types.Unalias(t)
	if a.seen[t] {
		return false
	}
	a.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		a.shown[t.Obj()] = true
		for arg := range t.TypeArgs().Types() {
			a.shows(arg)
		}
		if t.Obj().Pkg() != a.pkg {
			return false
		}
		for m := range t.Methods() {
			if m.Exported() {
				a.shows(m.Type())
			}
		}
		return a.shows(t.Underlying())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				a.shows(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				a.shows(m.Type())
			}
		}
	}
	return parts(t, a.shows)
}

// parts reports whether f does of a type that a type without a name is made of, fields and
// methods aside.
func parts(t types.Type, f func(types.Type) bool) bool {
	switch t := t.(type) {
	case *types.Pointer:
		return f(t.Elem())
	case *types.Slice:
		return f(t.Elem())
	case *types.Array:
		return f(t.Elem())
	case *types.Map:
		return f(t.Key()) || f(t.Elem())
	case *types.Chan:
		return f(t.Elem())
	case *types.Signature:
		return f(t.Params()) || f(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if f(v.Type()) {
				return true
			}
		}
	}
	return false
}

// directed reports whether code that is not Go may call a function.
func directed(decl *ast.FuncDecl) bool { return decl.Body == nil || technique.Directed(decl) }
