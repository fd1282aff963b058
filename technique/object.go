package technique

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Finalizes reports whether the package sets finalizers, which only the beginning of an
// allocation can have, or asks otherwise when an object goes. What its tests do so shows when
// they run.
func Finalizes(pass *analysis.Pass) bool {
	for id, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil {
			continue
		}
		switch fn.Pkg().Path() + "." + id.Name {
		case "runtime.SetFinalizer", "runtime.AddCleanup", "weak.Make":
			file := FileOf(pass, id.Pos())
			if file == nil || !InTest(pass, file) {
				return true
			}
		}
	}
	return false
}

// Aligned reports whether a value holds numbers of 64 bits that code may change atomically: on
// machines of 32 bits, these must begin an object.
func Aligned(pass *analysis.Pass, t types.Type) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		switch named.Obj().Pkg().Path() {
		case "sync/atomic":
			return false // the compiler aligns them
		case "time":
			return named.Obj().Name() == "Duration" // nothing changes the others
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.Int64 || t.Kind() == types.Uint64
	case *types.Array:
		return Aligned(pass, t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if Aligned(pass, f.Type()) && (f.Pkg() != pass.Pkg || atomically(pass, f)) {
				return true
			}
		}
	}
	return false
}

// atomically reports whether code may change a field, or a number in it, atomically: the package
// could do so, and takes the address of the field, or another package can.
func atomically(pass *analysis.Pass, f *types.Var) bool {
	if !Imports(pass, "sync/atomic") {
		return false
	}
	t := f.Type()
	for {
		array, ok := t.Underlying().(*types.Array)
		if !ok {
			break
		}
		t = array.Elem()
	}
	if _, number := t.Underlying().(*types.Basic); !number || f.Exported() || f.Embedded() ||
		MentionedBeside(pass, f.Name()) ||
		len(UsesOf(pass, types.Unsafe.Scope().Lookup("Pointer"))) > 0 {
		return true
	}
	for _, f := range sameField(pass, f) {
		if slices.ContainsFunc(UsesOf(pass, f), func(use inspector.Cursor) bool {
			return addressed(pass, use)
		}) {
			return true
		}
	}
	return false
}

// sameField returns a field, and those at its place in the structs to pointers to which one to its
// struct can be converted.
func sameField(pass *analysis.Pass, f *types.Var) []*types.Var {
	same, owner := []*types.Var{f}, OwnerOf(pass, f)
	if owner == nil {
		return same
	}
	st := owner.Type().Underlying().(*types.Struct)
	at := slices.Index(slices.Collect(st.Fields()), f)
	for _, name := range pass.Pkg.Scope().Names() {
		typ, ok := pass.Pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || at < 0 {
			continue
		}
		if other, ok := typ.Type().Underlying().(*types.Struct); ok && other != st &&
			types.IdenticalIgnoreTags(other, st) {
			same = append(same, other.Field(at))
		}
	}
	return same
}

// addressed reports whether a use of a field, or of a number in it, takes its address.
func addressed(pass *analysis.Pass, use inspector.Cursor) bool {
	if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		use = use.Parent()
	}
	for use.ParentEdgeKind() == edge.IndexExpr_X || use.ParentEdgeKind() == edge.ParenExpr_X {
		use = use.Parent()
	}
	_, taken := Replaced(use)
	return taken || use.ParentEdgeKind() == edge.SliceExpr_X ||
		ByMethod(pass.TypesInfo, use)
}
