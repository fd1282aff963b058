package together

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// libraryMakes are the functions of the standard library that do no more than to return the address
// of a new struct, of which a copy does the same, and the struct's name. How one is written that is
// returned as an interface is said behind it.
var libraryMakes = map[string]string{
	"bytes.NewBuffer":       "Buffer",
	"bytes.NewBufferString": "Buffer",
	"bytes.NewReader":       "Reader",
	"io.LimitReader":        "LimitedReader {R: $1, N: $2}",
	"io.NewSectionReader":   "SectionReader",
	"strings.NewReader":     "Reader",
}

// libraryMade returns what a call of such a function makes, and how it is written.
func libraryMade(info *types.Info, call *ast.CallExpr) (t types.Type, typ, value string, ok bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn, isFunc := technique.Func(info, call)
	if !ok || !isFunc || fn.Pkg() == nil || fn.Signature().Recv() != nil ||
		call.Ellipsis.IsValid() || fn.Signature().Params().Len() != len(call.Args) {
		return nil, "", "", false
	}
	name, value, _ := strings.Cut(libraryMakes[fn.Pkg().Path()+"."+fn.Name()], " ")
	obj, ok := fn.Pkg().Scope().Lookup(name).(*types.TypeName)
	pkg, named := sel.X.(*ast.Ident)
	if !ok || !named {
		return nil, "", "", false
	}
	return obj.Type(), pkg.Name + "." + name, value, true
}

// library adds what a function of the standard library makes. A reader is small, so that
// little stays in memory with a part that something else has.
func (o *object) library(field *types.Var, call *ast.CallExpr) bool {
	t, typ, value, ok := libraryMade(o.pass.TypesInfo, call)
	if !ok || !o.early(&ast.CompositeLit{Elts: call.Args}) || o.onStack() {
		return true
	}
	if value != "" {
		value = typ + strings.NewReplacer("$1", technique.Text(o.pass, call.Args[0]),
			"$2", technique.Text(o.pass, call.Args[len(call.Args)-1])).Replace(value)
	}
	return o.add(field, t, part{make: call, typ: typ, with: "&%s", calls: true,
		library: true, value: value})
}

// onStack reports whether the struct goes to a variable of which only fields are used. It is on the
// stack then, and would not be with a reader in it that a function gets.
func (o *object) onStack() bool {
	v, _, value := technique.Declared(o.pass.TypesInfo, o.stmt)
	if v == nil || value == nil {
		return false
	}
	uses, local := technique.LocalUses(o.pass, v)
	for _, use := range uses {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || technique.InLiteral(use, v) {
			return false
		}
		s := o.pass.TypesInfo.Selections[sel]
		if s == nil || s.Kind() != types.FieldVal || technique.PointedTo(o.pass.TypesInfo, use) {
			return false
		}
	}
	return local
}

// ofHidden reports whether a field is one of an unexported struct that is made here: other packages
// do not name it.
func (o *object) ofHidden(field *types.Var) bool {
	named := types.Unalias(o.pass.TypesInfo.TypeOf(o.typ)).(*types.Named)
	if named.Obj().Exported() {
		return false
	}
	for f := range named.Underlying().(*types.Struct).Fields() {
		if f == field {
			return true
		}
	}
	return false
}
