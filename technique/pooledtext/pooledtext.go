// Package pooledtext has the functions with which techniques make text in memory from a pool
// and write it at once, as package fmt does.
package pooledtext

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// Room is the expression of an empty slice of bytes with room from the pool. What is appended to
// it goes to writeText, once.
const Room = "textRoom()"

// Declare returns the edits that declare the two functions. It is not ok where they cannot be
// declared, or not be called at n.
func Declare(pass *analysis.Pass, file *ast.File, n ast.Node) ([]analysis.TextEdit, bool) {
	var edits []analysis.TextEdit
	for _, h := range []technique.Helper{room, write} {
		more, ok := h.Declare(pass, file, n)
		if !ok {
			return nil, false
		}
		edits = append(edits, more...)
	}
	return edits, true
}

// Write returns the call that writes to w what an expression appends to Room. Its results are
// those of Write.
func Write(w, text string) string { return "writeText(" + w + ", " + text + ")" }

// Foreign reports whether t is a writer, whose methods the package does not declare, and not
// one that other techniques know.
func Foreign(pass *analysis.Pass, t types.Type) bool {
	if technique.IsNamed(t, "bytes", "Buffer") || technique.IsNamed(t, "strings", "Builder") ||
		technique.IsNamed(t, "bufio", "Writer") {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, false, pass.Pkg, "Write")
	fn, ok := obj.(*types.Func)
	if !ok || !technique.IsWrite(fn, types.NewSlice(types.Typ[types.Byte])) {
		return false
	}
	_, own := types.Unalias(t).Underlying().(*types.Interface)
	return own || fn.Pkg() != pass.Pkg // one of the package may keep it
}

// Writer returns what a call of Write writes to, if that is foreign, and writes all that the
// call is given.
func Writer(pass *analysis.Pass, call *ast.CallExpr) (w ast.Expr, ok bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Write" || len(call.Args) != 1 ||
		pass.TypesInfo.Selections[sel] == nil || technique.Text(pass, sel.X) == "" {
		return nil, false
	}
	return sel.X, Foreign(pass, pass.TypesInfo.TypeOf(sel.X))
}

// Written returns what a call writes a string to, if that is foreign, and the string.
func Written(pass *analysis.Pass, call *ast.CallExpr) (w, s ast.Expr, ok bool) {
	info := pass.TypesInfo
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	switch {
	case !isSel || call.Ellipsis.IsValid():
		return nil, nil, false
	case technique.IsFunc(info, call, "io", "WriteString") && len(call.Args) == 2:
		w, s = call.Args[0], call.Args[1]
	case len(call.Args) != 1 || info.Selections[sel] == nil:
		return nil, nil, false
	case sel.Sel.Name == "WriteString":
		w, s = sel.X, call.Args[0]
	case sel.Sel.Name == "Write":
		conv, isCall := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if !isCall || len(conv.Args) != 1 || !info.Types[conv.Fun].IsType() ||
			!technique.IsBytes(info.TypeOf(conv)) {
			return nil, nil, false
		}
		w, s = sel.X, conv.Args[0]
	}
	return w, ast.Unparen(s), w != nil && technique.Text(pass, w) != "" &&
		Foreign(pass, info.TypeOf(w)) && sameText(pass, info.TypeOf(w)) &&
		!copied(info.TypeOf(w))
}

// copied reports whether a writer is a struct and no pointer to one: as an io.Writer it is copied
// to new memory, which may be more than the text needs. One that holds a pointer alone is not.
func copied(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() != 1 {
		return ok
	}
	switch s.Field(0).Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return false
	}
	return true
}

// sameText reports whether WriteString of a writer, if it has that, writes the text as Write does:
// it is a method of the same type or interface, and returns the same. One with other results may
// write a length before the text.
func sameText(pass *analysis.Pass, t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, "WriteString")
	if obj == nil {
		return true
	}
	fn, ok := obj.(*types.Func)
	if !ok || !technique.IsWrite(fn, types.Typ[types.String]) {
		return false
	}
	if _, ok := types.Unalias(t).Underlying().(*types.Interface); ok {
		return true
	}
	obj, _, _ = types.LookupFieldOrMethod(t, true, pass.Pkg, "Write")
	write, ok := obj.(*types.Func)
	return ok && types.Identical(write.Signature().Recv().Type(), fn.Signature().Recv().Type())
}

// A pool of slices would make an object of each that it gets, and one of pointers to them would
// need the pointer where the text is written. So the pointers without a slice wait as well. Like
// package fmt, the pool keeps no text that has become very large.
var (
	room = technique.Helper{Name: "textRoom", Imports: []string{"sync"},
		Text: `// textRoom returns an empty slice with room from a pool, for writeText.
func textRoom() []byte {
	p := textRooms.Get().(*[]byte)
	room := *p
	*p = nil
	textHolders.Put(p)
	return room
}`,
		Behind: `// textRooms holds room for texts between calls.
var textRooms = sync.Pool{New: func() any {
	room := make([]byte, 0, 128)
	return &room
}}

// textHolders holds the pointers behind which no room is in textRooms.
var textHolders = sync.Pool{New: func() any { return new([]byte) }}`}
	write = technique.Helper{Name: "writeText", Imports: []string{"io"},
		Text: `// writeText writes a text that was appended to textRoom, and takes the room back.
func writeText(w io.Writer, text []byte) (int, error) {
	n, err := w.Write(text)
	if cap(text) <= 64<<10 {
		p := textHolders.Get().(*[]byte)
		*p = text[:0]
		textRooms.Put(p)
	}
	return n, err
}`}
)
