package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// ReachesMemory reports whether code of the package may get by cgo or package unsafe at memory that
// its types do not lead to. It does not where it looks at numbers and texts, and slices of these,
// as others: there is no struct, and no pointer to one, that it could take them for.
//
//	unsafe.String(&b[0], len(b)), *(*string)(unsafe.Pointer(&b))
func ReachesMemory(pass *analysis.Pass) bool {
	if Imports(pass, "C") {
		return true
	}
	if !Imports(pass, "unsafe") {
		return false
	}
	for _, cur := range Nodes(pass, (*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		obj := pass.TypesInfo.Uses[id]
		if obj == nil || obj.Pkg() != types.Unsafe {
			continue
		}
		if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
			cur = cur.Parent()
		}
		if cur.ParentEdgeKind() != edge.CallExpr_Fun || !looksAtPlain(pass.TypesInfo, obj, cur) {
			return true
		}
	}
	return false
}

// looksAtPlain reports whether a call of a function of package unsafe, or a conversion to
// unsafe.Pointer that another one is around, has to do with numbers and texts only.
func looksAtPlain(info *types.Info, obj types.Object, fun inspector.Cursor) bool {
	cur := fun.Parent()
	call := cur.Node().(*ast.CallExpr)
	switch obj.Name() {
	case "String", "StringData", "Slice", "SliceData":
		return plain(info.TypeOf(call.Args[0])) && plain(info.TypeOf(call))
	case "Pointer":
		around, ok := cur.Parent().Node().(*ast.CallExpr)
		return ok && info.Types[around.Fun].IsType() && pointsToPlain(info.TypeOf(around)) &&
			pointsToPlain(info.TypeOf(call.Args[0]))
	}
	return false
}

// pointsToPlain reports whether a type is one of pointers to what is plain.
func pointsToPlain(t types.Type) bool { return IsPointer(t) && plain(t) }

// plain reports whether a value of a type has, and leads to, numbers and texts only.
func plain(t types.Type) bool {
	for range 9 { // type t []t has no end
		switch u := t.Underlying().(type) {
		case *types.Basic:
			return u.Kind() != types.UnsafePointer && u.Kind() != types.Uintptr
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		default:
			return false
		}
	}
	return false
}
