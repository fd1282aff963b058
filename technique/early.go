package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// RunsEarly reports whether what gives a variable of the package its first value may call a
// function through an interface. Go does not see then that the variable needs what the function
// uses: another variable of the package may not have its value yet.
//
//	var text = show(list{})    func show(s fmt.Stringer) string { return s.String() }
func RunsEarly(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	return indexOf(pass).early()[decl]
}

// starting finds the functions of a package that run when it starts.
type starting struct {
	pass   *analysis.Pass
	ix     *index
	seen   map[ast.Node]bool        // what is or was looked at
	hidden map[*ast.FuncDecl]bool   // what is called through interfaces, or by that
	asked  map[*types.Func]bool     // methods of interfaces that are called
	shown  map[*types.TypeName]bool // types of which other packages get values in interfaces
	values map[*types.Var]ast.Expr  // what variables of the package begin with
}

// earlyFuncs returns the functions that an interface may lead to while the variables of the package
// get their values.
func earlyFuncs(pass *analysis.Pass, ix *index) map[*ast.FuncDecl]bool {
	s := &starting{pass: pass, ix: ix, seen: make(map[ast.Node]bool),
		hidden: make(map[*ast.FuncDecl]bool), asked: make(map[*types.Func]bool),
		shown: make(map[*types.TypeName]bool), values: make(map[*types.Var]ast.Expr)}
	for _, init := range pass.TypesInfo.InitOrder {
		for _, v := range init.Lhs {
			s.values[v] = init.Rhs
		}
	}
	for _, init := range pass.TypesInfo.InitOrder {
		if !InTest(pass, FileOf(pass, init.Rhs.Pos())) { // whose variables come last
			s.begins(init.Rhs)
		}
	}
	for s.more() {
	}
	return s.hidden
}

// begins looks at the calls that give a variable of the package its value. A function that it only
// holds does not run yet.
func (s *starting) begins(value ast.Expr) {
	ast.Inspect(value, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			s.reach(n)
			return false
		}
		return true
	})
}

// reach looks at what code calls, and at the functions of the package that it names, or that a
// variable of the package holds.
func (s *starting) reach(code ast.Node) {
	if s.seen[code] {
		return
	}
	s.seen[code] = true
	for n := range ast.Preorder(code) {
		switch n := n.(type) {
		case *ast.CallExpr:
			s.call(n)
		case *ast.Ident:
			if decl := s.named(n); decl != nil {
				s.reach(decl)
			} else if v, ok := s.pass.TypesInfo.Uses[n].(*types.Var); ok &&
				v.Parent() == s.pass.Pkg.Scope() {
				if value := s.values[v]; value != nil {
					s.reach(value)
				}
			}
		}
	}
}

// named returns the declaration of the function of the package that a name means; nil for others.
func (s *starting) named(id *ast.Ident) *ast.FuncDecl {
	fn, ok := s.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() != s.pass.Pkg {
		return nil
	}
	return s.ix.funcs[fn.Origin()]
}

// call notes the method of an interface that is called, and the types of the package whose values
// another package gets in interfaces.
func (s *starting) call(call *ast.CallExpr) {
	fn, ok := Func(s.pass.TypesInfo, call)
	if !ok {
		return
	}
	sig := fn.Signature()
	if recv := sig.Recv(); recv != nil && types.IsInterface(recv.Type()) {
		s.asked[fn] = true
		return
	}
	if fn.Pkg() == s.pass.Pkg {
		return
	}
	for _, arg := range call.Args {
		if name := nameOf(s.pass.TypesInfo.TypeOf(arg)); name != nil {
			s.shown[name] = true
		}
	}
}

// more follows the methods that are called through interfaces, and reports whether there were some
// that had not been followed.
func (s *starting) more() (found bool) {
	for fn, decl := range s.ix.funcs {
		recv := fn.Signature().Recv()
		if recv == nil || s.hidden[decl] || !s.mayBe(fn) && !s.shown[nameOf(recv.Type())] {
			continue
		}
		found = true
		s.hide(decl)
		s.reach(decl)
	}
	return found
}

// mayBe reports whether a method is one that is called through an interface, by its name and the
// methods that its type has.
func (s *starting) mayBe(fn *types.Func) bool {
	recv := fn.Signature().Recv().Type()
	if !types.IsInterface(recv) && !IsPointer(recv) {
		recv = types.NewPointer(recv)
	}
	for asked := range s.asked {
		of, ok := asked.Signature().Recv().Type().Underlying().(*types.Interface)
		if asked.Name() == fn.Name() && (!ok || types.Implements(recv, of)) {
			return true
		}
	}
	return false
}

// hide notes a function, and those that it leads to.
func (s *starting) hide(decl *ast.FuncDecl) {
	if s.hidden[decl] {
		return
	}
	s.hidden[decl] = true
	for n := range ast.Preorder(decl) {
		if id, ok := n.(*ast.Ident); ok {
			if other := s.named(id); other != nil {
				s.hide(other)
			}
		}
	}
}

// nameOf returns the name of a type, or of what it points to; nil where it has none.
func nameOf(t types.Type) *types.TypeName {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok {
		return nil
	}
	return named.Obj()
}
