package valuefield

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// unseen reports whether a package does what the techniques do not see: it calls C, takes
// structs for other memory, or asks the collector about single objects.
func unseen(pass *analysis.Pass) bool {
	if technique.ReachesMemory(pass) {
		return true
	}
	for id, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil {
			continue
		}
		switch fn.Pkg().Path() + "." + id.Name {
		case "runtime.SetFinalizer", "runtime.AddCleanup", "weak.Make":
			return true
		}
	}
	return false
}

// constructed reports whether other packages, if they can name the struct, get it from a function
// of this one: they need not make one without the field.
func (f *field) constructed() bool {
	if !f.owner.Exported() || f.pass.Pkg.Name() == "main" {
		return true
	}
	scope := f.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		for result := range fn.Signature().Results().Variables() {
			if f.points(result.Type()) {
				return true
			}
		}
	}
	return false
}

// points reports whether a type is that of pointers to the struct.
func (f *field) points(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && f.is(p.Elem())
}

// is reports whether a type is that of the struct.
func (f *field) is(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj() == f.owner
}

// hidden reports whether no generic code gets the type of the struct as that of a value, and
// nothing that looks into structs is given one.
func (f *field) hidden() bool {
	for _, instance := range f.pass.TypesInfo.Instances {
		for arg := range instance.TypeArgs.Types() {
			if f.is(arg) {
				return false
			}
		}
	}
	for cur := range f.root.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if f.converts(call) {
			return false
		}
		if !looks(f.pass.TypesInfo, call) {
			continue
		}
		for _, arg := range call.Args {
			if f.leads(f.pass.TypesInfo.TypeOf(arg)) {
				return false
			}
		}
	}
	return true
}

// converts reports whether a conversion makes pointers to the struct of others, or others of them.
func (f *field) converts(call *ast.CallExpr) bool {
	to := f.pass.TypesInfo.Types[call.Fun]
	if !to.IsType() || len(call.Args) != 1 {
		return false
	}
	from := f.pass.TypesInfo.Types[call.Args[0]]
	return !from.IsNil() && f.points(to.Type) != f.points(from.Type) && !types.IsInterface(to.Type)
}

// looks reports whether a call is one of a package that shows, compares or encodes what structs
// hold.
func looks(info *types.Info, call *ast.CallExpr) bool {
	fn, ok := technique.Func(info, call)
	if !ok || fn.Pkg() == nil {
		return false
	}
	root, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	return slices.Contains([]string{"database", "encoding", "expvar", "fmt", "html", "log",
		"reflect", "testing", "text"}, root)
}

// leads reports whether values of a type are pointers to the struct, or hold such.
func (f *field) leads(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return f.is(t.Elem()) || f.leads(t.Elem())
	case *types.Slice:
		return f.leads(t.Elem())
	case *types.Array:
		return f.leads(t.Elem())
	case *types.Map:
		return f.leads(t.Key()) || f.leads(t.Elem())
	}
	return false
}

// aligned reports whether what code may change atomically begins where it must on machines of
// 32 bits: there, numbers of 64 bits are aligned at the beginning of an object only.
func (f *field) aligned() bool {
	return !technique.Imports(f.pass, "sync/atomic") || !wide(f.elem) && !wide(f.owner.Type())
}

// known reports whether a type is one of packages of the standard library whose structs may lie
// anywhere: they have no finalizers, and their numbers are aligned.
func known(named *types.Named) bool {
	if named.Obj().Pkg() == nil {
		return false
	}
	return slices.Contains([]string{"bytes", "container/list", "math/big", "net/http", "strings",
		"sync", "sync/atomic", "time"}, named.Obj().Pkg().Path())
}

// wide reports whether a value holds numbers of 64 bits that have no type by which they are
// aligned.
func wide(t types.Type) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok && known(named) {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.Int64 || t.Kind() == types.Uint64
	case *types.Array:
		return wide(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if wide(f.Type()) {
				return true
			}
		}
	}
	return false
}
