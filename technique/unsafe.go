package technique

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// ReachesMemory reports whether code of the package may get by cgo or package unsafe at memory that
// its types do not lead to. It does not where it looks at numbers and texts, and slices of these,
// as others: there is no struct, and no pointer to one, that it could take them for. What lies
// behind a number may be the next field of a struct.
//
//	unsafe.String(&b[0], len(b)), *(*string)(unsafe.Pointer(&b))
func ReachesMemory(pass *analysis.Pass) bool {
	if Imports(pass, "C") {
		return true
	}
	if linked(pass) {
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
		if cur.ParentEdgeKind() != edge.CallExpr_Fun || !looksAtPlain(pass, obj, cur) {
			return true
		}
	}
	return false
}

// linked reports whether another package has something of this one by its name, or the other way
// round, and types of its own for what they pass. The file that says so imports package unsafe,
// maybe as _.
func linked(pass *analysis.Pass) bool {
	for _, file := range pass.Files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				words := strings.Fields(c.Text)
				if len(words) > 1 && words[0] == "//go:linkname" &&
					!passesPlain(pass.Pkg.Scope().Lookup(words[1])) {
					return true
				}
			}
		}
	}
	return false
}

// passesPlain reports whether an object is a function of numbers and texts.
func passesPlain(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	for _, vars := range []*types.Tuple{fn.Signature().Params(), fn.Signature().Results()} {
		for v := range vars.Variables() {
			if !plain(v.Type()) {
				return false
			}
		}
	}
	return true
}

// looksAtPlain reports whether a call of a function of package unsafe, or a conversion to
// unsafe.Pointer that another one is around, has to do with numbers and texts only.
func looksAtPlain(pass *analysis.Pass, obj types.Object, fun inspector.Cursor) bool {
	info, cur := pass.TypesInfo, fun.Parent()
	call := cur.Node().(*ast.CallExpr)
	switch obj.Name() {
	case "StringData", "SliceData":
		return plain(info.TypeOf(call.Args[0])) && plain(info.TypeOf(call))
	case "String", "Slice":
		return plain(info.TypeOf(call.Args[0])) && plain(info.TypeOf(call)) &&
			several(pass, call.Args[0])
	case "Pointer":
		around, ok := cur.Parent().Node().(*ast.CallExpr)
		return ok && info.Types[around.Fun].IsType() &&
			replaces(pass, info.TypeOf(around), info.TypeOf(call.Args[0]))
	}
	return false
}

// several reports whether an expression points to the first of several elements, or to a text:
// it does not point to a field.
func several(pass *analysis.Pass, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		_, ok := ast.Unparen(e.X).(*ast.IndexExpr)
		return ok
	case *ast.Ident:
		v, ok := Variable(pass.TypesInfo, e)
		if !ok || !Unassigned(pass, v) {
			return false
		}
		value := Initial(pass, v)
		return value != nil && several(pass, value)
	case *ast.CallExpr:
		if pass.TypesInfo.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return several(pass, e.Args[0])
		}
		fn := Callee(pass.TypesInfo, e)
		return fn != nil && fn.Pkg() == types.Unsafe && strings.HasSuffix(fn.Name(), "Data")
	}
	return false
}

// replaces reports whether a pointer of one type may stand for one of another: both point to
// numbers, or both to texts and slices, and it has no more of them than before.
func replaces(pass *analysis.Pass, to, from types.Type) bool {
	if !IsPointer(to) || !IsPointer(from) || !plain(to) || !plain(from) {
		return false
	}
	to, from = to.Underlying().(*types.Pointer).Elem(), from.Underlying().(*types.Pointer).Elem()
	size, known := SizeOf(pass, to)
	room, fits := SizeOf(pass, from)
	return known && fits && size <= room &&
		(numbers(to) && numbers(from) || header(to) && header(from))
}

// numbers reports whether a type is that of numbers only.
func numbers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString == 0
	case *types.Array:
		return numbers(u.Elem())
	}
	return false
}

// header reports whether a type is that of texts, or of slices of numbers or texts.
func header(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return IsText(t) || ok && (numbers(s.Elem()) || IsText(s.Elem()))
}

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
