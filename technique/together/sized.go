package together

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// carve gives slices parts of one block. A length may have changed since the room of the block
// was counted: then append moves the block, and leaves the parts behind.
var carve = technique.Helper{Name: "carve",
	Text: `// carve returns n zero elements: the next ones of a block.
func carve[T any](block *[]T, n int) []T {
	start := len(*block)
	*block = append(*block, make([]T, n)...)
	return (*block)[start:len(*block):len(*block)]
}`}

// carveCopy gives copies parts of one block.
var carveCopy = technique.Helper{Name: "carveCopy",
	Text: `// carveCopy returns a copy of x, in the next elements of a block; empty if x has none.
func carveCopy[T any](block *[]T, x, empty []T) []T {
	if len(x) == 0 {
		return empty
	}
	start := len(*block)
	*block = append(*block, x...)
	return (*block)[start:len(*block):len(*block)]
}`}

// carveText gives the bytes of texts parts of one block.
var carveText = technique.Helper{Name: "carveText",
	Text: `// carveText returns the bytes of s, in the next elements of a block.
func carveText(block *[]byte, s string) []byte {
	start := len(*block)
	*block = append(*block, s...)
	return (*block)[start:len(*block):len(*block)]
}`}

// sized is a call that makes a slice as long as another, or copies it.
type sized struct {
	call   *ast.CallExpr
	of     ast.Expr
	elem   types.Type
	typ    ast.Expr // what the slice's type is written as; nil for none
	helper technique.Helper
	empty  string // what a copy of an empty slice is; "" where nothing is copied
}

// carved returns the call that takes the slice from a block.
func (s sized) carved(pass *analysis.Pass, block string) string {
	if s.helper.Name == carveText.Name {
		text := technique.Text(pass, s.of)
		if !types.Identical(pass.TypesInfo.TypeOf(s.of), types.Typ[types.String]) {
			text = "string(" + text + ")"
		}
		return s.helper.Name + "(" + block + ", " + text + ")"
	}
	if s.empty == "" {
		return s.helper.Name + "(" + block + ", " + technique.Text(pass, s.call.Args[1]) + ")"
	}
	return s.helper.Name + "(" + block + ", " + technique.Text(pass, s.of) + ", " + s.empty + ")"
}

// sizedBy matches what makes a slice by another one.
func sizedBy(pass *analysis.Pass, call *ast.CallExpr) (sized, bool) {
	if s, ok := madeAsLong(pass, call); ok {
		return s, true
	}
	if s, ok := bytesOf(pass, call); ok {
		return s, true
	}
	return copied(pass, call)
}

// bytesOf matches []byte(s), where s is a text.
func bytesOf(pass *analysis.Pass, call *ast.CallExpr) (s sized, ok bool) {
	info := pass.TypesInfo
	if len(call.Args) != 1 || !info.Types[call.Fun].IsType() ||
		info.Types[call.Args[0]].Value != nil || !types.Identical(info.TypeOf(call),
		types.NewSlice(types.Typ[types.Byte])) {
		return s, false
	}
	s = sized{call: call, of: ast.Unparen(call.Args[0]), elem: types.Universe.Lookup("byte").Type(),
		helper: carveText}
	basic, isBasic := info.TypeOf(s.of).Underlying().(*types.Basic)
	return s, isBasic && basic.Kind() == types.String &&
		technique.Predeclared(pass, call.Pos(), "string", "byte")
}

// madeAsLong matches make([]T, len(x)), where values of T take memory.
func madeAsLong(pass *analysis.Pass, call *ast.CallExpr) (s sized, ok bool) {
	if !technique.IsBuiltin(pass.TypesInfo, call, "make") || len(call.Args) != 2 {
		return s, false
	}
	typ, ok := ast.Unparen(call.Args[0]).(*ast.ArrayType)
	if !ok {
		return s, false
	}
	length, ok := ast.Unparen(call.Args[1]).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(pass.TypesInfo, length, "len") {
		return s, false
	}
	s = sized{call: call, of: length.Args[0], typ: typ, helper: carve,
		elem: pass.TypesInfo.TypeOf(typ.Elt)}
	_, slice := pass.TypesInfo.TypeOf(s.of).Underlying().(*types.Slice)
	return s, slice && takesMemory(pass, s.elem)
}

// takesMemory reports whether values of a type have a size that is known and not 0.
func takesMemory(pass *analysis.Pass, t types.Type) bool {
	size, known := technique.SizeOf(pass, t)
	return known && size > 0
}

// copied matches append([]T(nil), x...), append([]T{}, x...), slices.Clone(x) and
// bytes.Clone(x), of which the first alone makes nil of what is empty and not nil.
func copied(pass *analysis.Pass, call *ast.CallExpr) (s sized, ok bool) {
	info := pass.TypesInfo
	s = sized{call: call, helper: carveCopy}
	switch {
	case technique.IsBuiltin(info, call, "append"):
		if len(call.Args) != 2 || !call.Ellipsis.IsValid() {
			return s, false
		}
		s.of = ast.Unparen(call.Args[1])
		if s.typ, s.empty, ok = nothing(pass, call.Args[0]); !ok {
			return s, false
		}
	case technique.IsFunc(info, call, "slices", "Clone"),
		technique.IsFunc(info, call, "bytes", "Clone"):
		s.of = ast.Unparen(call.Args[0])
		s.empty = technique.Text(pass, s.of) + "[:0:0]"
	default:
		return s, false
	}
	made, ok := types.Unalias(info.TypeOf(call)).(*types.Slice)
	from, isSlice := types.Unalias(info.TypeOf(s.of)).(*types.Slice)
	if !ok || !isSlice || !types.Identical(made, from) {
		return s, false
	}
	s.elem = made.Elem()
	return s, takesMemory(pass, s.elem)
}

// nothing matches []T(nil) and []T{}.
func nothing(pass *analysis.Pass, e ast.Expr) (typ ast.Expr, text string, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if pass.TypesInfo.Types[e.Fun].IsType() && len(e.Args) == 1 &&
			pass.TypesInfo.Types[e.Args[0]].IsNil() {
			return ast.Unparen(e.Fun), "nil", true
		}
	case *ast.CompositeLit:
		return e.Type, technique.Text(pass, e), len(e.Elts) == 0 && e.Type != nil
	}
	return nil, "", false
}
