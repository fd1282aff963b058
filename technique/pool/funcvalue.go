package pool

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// functions reports whether each function that a value of a type can be is one of the package
// that does not keep its parameter: no other package can name the parameter's type. There must be
// one.
//
//	type state func(l *lexer, next rune) state
func (o *ownership) functions(sig *types.Signature, index int) bool {
	if sig.Variadic() && index >= sig.Params().Len()-1 ||
		!o.unexported(sig.Params().At(index).Type()) || o.otherwiseMade(sig) {
		return false
	}
	found := false
	for _, file := range o.pass.Files {
		for n := range ast.Preorder(file) {
			fn, ok := o.signature(n)
			if !ok || !types.Identical(fn, sig) {
				continue
			}
			if found = true; !hasBody(n) || !o.released(fn.Params().At(index)) {
				return false
			}
		}
	}
	return found
}

// unexported reports whether a type is a pointer to a type of the package whose name is not
// exported, nor stands in files that are left out.
func (o *ownership) unexported(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() == o.pass.Pkg && !named.Obj().Exported() &&
		named.TypeArgs().Len() == 0 && !technique.MentionedBeside(o.pass, named.Obj().Name())
}

// signature returns the type of a function that is declared, or of a literal.
func (o *ownership) signature(n ast.Node) (*types.Signature, bool) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if fn, ok := o.pass.TypesInfo.Defs[n.Name].(*types.Func); ok {
			return fn.Signature(), true
		}
	case *ast.FuncLit:
		sig, ok := o.pass.TypesInfo.TypeOf(n).Underlying().(*types.Signature)
		return sig, ok
	}
	return nil, false
}

// hasBody reports whether the code of a function is Go.
func hasBody(n ast.Node) bool {
	decl, ok := n.(*ast.FuncDecl)
	return !ok || decl.Body != nil
}

// otherwiseMade reports whether there may be a function of a type that is neither declared as
// one nor a literal: an instance, an expression of a method, or what package reflect makes.
func (o *ownership) otherwiseMade(sig *types.Signature) bool {
	info := o.pass.TypesInfo
	for _, instance := range info.Instances {
		if types.Identical(instance.Type, sig) {
			return true
		}
	}
	for _, sel := range info.Selections {
		if sel.Kind() == types.MethodExpr && types.Identical(sel.Type(), sig) {
			return true
		}
	}
	return slices.ContainsFunc(o.pass.Pkg.Imports(), func(pkg *types.Package) bool {
		return pkg.Path() == "reflect" || pkg.Path() == "unsafe"
	}) || technique.MentionedBeside(o.pass, "linkname")
}
