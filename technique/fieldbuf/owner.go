package fieldbuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// receiverType returns the struct type of the package to which a method's receiver points,
// nil for another receiver.
func receiverType(pass *analysis.Pass, decl *ast.FuncDecl) *types.TypeName {
	recv := receiver(pass, decl)
	if recv == nil || decl.Body == nil {
		return nil
	}
	p, ok := recv.Type().(*types.Pointer)
	if !ok {
		return nil
	}
	named, ok := p.Elem().(*types.Named)
	if !ok || named.TypeParams() != nil || named.Obj().Pkg() != pass.Pkg {
		return nil
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return nil
	}
	return named.Obj()
}

// receiver returns the receiver of a method, nil where it has no name.
func receiver(pass *analysis.Pass, decl *ast.FuncDecl) *types.Var {
	if decl.Recv == nil || len(decl.Recv.List) != 1 || len(decl.Recv.List[0].Names) != 1 {
		return nil
	}
	v, _ := pass.TypesInfo.Defs[decl.Recv.List[0].Names[0]].(*types.Var)
	return v
}

// room is where a type can get a field, and how it is called.
type room struct {
	at   token.Pos
	name string
}

// room finds that. The field must not be seen: not by comparisons, nor by what prints or
// measures the type.
func (o *owner) room() (room, bool) {
	var none room
	lit := o.declaration()
	if lit == nil || len(lit.Fields.List) == 0 {
		return none, false
	}
	t := o.obj.Type()
	fields := t.Underlying().(*types.Struct)
	hidden, fixed := false, true
	for f := range fields.Fields() {
		hidden = hidden || !f.Exported()
		switch f.Type().Underlying().(type) {
		case *types.Basic, *types.Array:
		case *types.Struct:
			fixed = fixed && !technique.Pointers(f.Type())
		default:
			fixed = false
		}
	}
	if fixed || o.obj.Exported() && !hidden || types.Comparable(t) && o.compared() ||
		o.measured() || o.shown() || !o.fairReaders() {
		return none, false
	}
	for n := range 10 {
		name := "scratch"
		if n > 0 {
			name = fmt.Sprint(name, n+1)
		}
		if found, _, _ := types.LookupFieldOrMethod(t, true, o.pass.Pkg, name); found == nil {
			return room{at: lit.Fields.Closing, name: name}, true
		}
	}
	return none, false
}

// positional returns the edits that have literals without names of fields hold one field more,
// an array. It is not ok where one is in a test, which stays as it is.
func (o *owner) positional(array, elem string) (edits []analysis.TextEdit, ok bool) {
	for _, file := range o.pass.Files {
		for n := range ast.Preorder(file) {
			lit, is := n.(*ast.CompositeLit)
			if !is || len(lit.Elts) == 0 {
				continue
			}
			t := o.pass.TypesInfo.TypeOf(lit)
			if p, is := t.(*types.Pointer); is { // {a, b} in a list of pointers
				t = p.Elem()
			}
			if !types.Identical(t, o.obj.Type()) {
				continue
			}
			if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); keyed {
				continue
			}
			if technique.InTest(o.pass, file) || !technique.Predeclared(o.pass, lit.Pos(), elem) {
				return nil, false
			}
			edits = append(edits, technique.Insert(lit.Elts[len(lit.Elts)-1].End(),
				", "+array+"{}"))
		}
	}
	return edits, true
}

// declaration returns the struct type that the type is declared as, nil for one of a test.
func (o *owner) declaration() *ast.StructType {
	file := technique.FileOf(o.pass, o.obj.Pos())
	if file == nil || technique.InTest(o.pass, file) {
		return nil
	}
	for n := range ast.Preorder(file) {
		spec, ok := n.(*ast.TypeSpec)
		if ok && o.pass.TypesInfo.Defs[spec.Name] == types.Object(o.obj) {
			lit, _ := spec.Type.(*ast.StructType)
			return lit
		}
	}
	return nil
}

// compared reports whether values of the type may be compared: by an operator, as a key,
// or as what an interface holds.
func (o *owner) compared() bool {
	info := o.pass.TypesInfo
	for _, tv := range info.Types {
		switch t := tv.Type.(type) {
		case *types.Map:
			if holds(t.Key(), o.obj.Type()) {
				return true
			}
		case *types.Named:
			if t.TypeArgs() != nil {
				for arg := range t.TypeArgs().Types() {
					if holds(arg, o.obj.Type()) {
						return true
					}
				}
			}
		}
	}
	for _, instance := range info.Instances {
		for arg := range instance.TypeArgs.Types() {
			if holds(arg, o.obj.Type()) {
				return true
			}
		}
	}
	for _, file := range o.pass.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if holds(info.TypeOf(n.X), o.obj.Type()) {
					return true
				}
			case *ast.CallExpr:
				for i, arg := range n.Args {
					if holds(info.TypeOf(arg), o.obj.Type()) && !o.concrete(n, i) {
						return true
					}
				}
			}
		}
	}
	return false
}

// concrete reports whether an argument of a call stays of its type: it goes to a parameter that
// is no interface, and no type parameter.
func (o *owner) concrete(call *ast.CallExpr, index int) bool {
	fn, ok := technique.Func(o.pass.TypesInfo, call)
	if !ok {
		return false
	}
	sig := fn.Origin().Signature()
	param := sig.Params().At(min(index, sig.Params().Len()-1)).Type()
	if list, ok := param.(*types.Slice); ok && sig.Variadic() && index >= sig.Params().Len()-1 {
		param = list.Elem()
	}
	_, generic := types.Unalias(param).(*types.TypeParam)
	return !generic && !types.IsInterface(param)
}

// measured reports whether the package looks at the memory of values of the type: by a function
// of package unsafe, or by a pointer that is made one to something else.
func (o *owner) measured() bool {
	info := o.pass.TypesInfo
	for _, file := range o.pass.Files {
		for n := range ast.Preorder(file) {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				continue
			}
			first := call.Args[0]
			switch to := info.TypeOf(call.Fun); {
			case info.Types[call.Fun].IsType():
				if isUnsafe(to) && o.leadsTo(info.TypeOf(first)) ||
					isUnsafe(info.TypeOf(first)) && o.leadsTo(to) {
					return true
				}
			case fromUnsafe(info, call):
				if sel, ok := ast.Unparen(first).(*ast.SelectorExpr); ok {
					first = sel.X // of which Offsetof tells where a field is
				}
				if o.leadsTo(info.TypeOf(first)) || o.leadsTo(info.TypeOf(call.Args[0])) {
					return true
				}
			}
		}
	}
	return false
}

// leadsTo reports whether a type is the owner's, or one of values, pointers or slices that have
// it in them.
func (o *owner) leadsTo(t types.Type) bool {
	for {
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Interface:
			return true // it may be anything
		default:
			return holds(t, o.obj.Type())
		}
	}
}

// isUnsafe reports whether a type is unsafe.Pointer.
func isUnsafe(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.UnsafePointer
}

// fromUnsafe reports whether a function of package unsafe is called.
func fromUnsafe(info *types.Info, call *ast.CallExpr) bool {
	b, ok := technique.Callee(info, call).(*types.Builtin)
	return ok && b.Pkg() != nil && b.Pkg().Path() == "unsafe"
}

// holds reports whether a value of type t has one of type part in it, not by a pointer.
func holds(t, part types.Type) bool {
	if t == nil {
		return false
	}
	if types.Identical(t, part) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holds(u.Elem(), part)
	case *types.Struct:
		for f := range u.Fields() {
			if holds(f.Type(), part) {
				return true
			}
		}
	}
	return false
}
