package byteorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostBytes is how many bytes are read one by one: each is a call, and an object of so
// many bytes takes as long as about eight.
const mostBytes = 8

// single matches a copy of one byte from a reader that has single bytes to a writer that
// takes them. io.CopyN makes a reader that ends after one byte, and room for hundreds.
//
//	have: n, err := io.CopyN(w, r, 1)
//	want: n, err := copyByte(w, r)
func single(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsFunc(pass.TypesInfo, call, "io", "CopyN") || len(call.Args) != 3 ||
		!technique.IsInt(pass.TypesInfo, call.Args[2], 1) {
		return none, false
	}
	w, known := inMemory(pass, call.Args[0], "*bytes.Buffer", "*strings.Builder")
	r, known2 := inMemory(pass, call.Args[1], readers...)
	if !known || !known2 || w == r || unread(pass) {
		return none, false // what is copied to itself is read and written at once
	}
	h := byteCopier(w, r)
	p, ok := withHelper(pass, cur, h, "copy one byte without a reader that ends after it")
	if !ok {
		return none, false
	}
	p.Edits = append(p.Edits, analysis.TextEdit{Pos: call.Args[1].End(), End: call.Args[2].End()})
	return p, true
}

// readers are the types of readers that have single bytes, and give none of them away
// before they are asked.
var readers = []string{"*bufio.Reader", "*bytes.Buffer", "*bytes.Reader", "*strings.Reader"}

// inMemory returns the type of an expression if it is one of some.
func inMemory(pass *analysis.Pass, e ast.Expr, names ...string) (name string, ok bool) {
	t := types.TypeString(types.Unalias(pass.TypesInfo.TypeOf(e)), nil)
	for _, name := range names {
		if t == name {
			return name, true
		}
	}
	return "", false
}

// withHelper proposes that a call calls a helper instead of what it does.
func withHelper(pass *analysis.Pass, cur inspector.Cursor, h technique.Helper, message string) (
	p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	if technique.RunsLater(cur) {
		return p, false
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil || technique.Commented(pass, call) {
		return p, false
	}
	edits, ok := h.Declare(pass, file, call)
	return technique.Proposal{At: call, Message: message,
		Edits: append(edits, technique.Replace(call.Fun, h.Name))}, ok
}

// filled matches the calls of io.ReadFull from such readers into a local array of few bytes,
// all or part of it. The array is on the heap, since io.ReadFull knows no type of a reader.
//
//	have: var b [4]byte; _, err := io.ReadFull(r, b[:])
//	want: var b [4]byte; _, err := readBytes(r, b[:])
func filled(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	v, name, _ := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || !few(v.Type()) {
		return none, false
	}
	within, local := technique.EnclosingFunc(cur)
	if !local {
		return none, false
	}
	p := technique.Proposal{At: name, Message: "read the bytes one by one, so that " + v.Name() +
		" is on the stack"}
	for use := range within.Preorder((*ast.Ident)(nil)) {
		if pass.TypesInfo.Uses[use.Node().(*ast.Ident)] != v {
			continue
		}
		if !technique.InFunc(use, within) {
			return none, false
		}
		if leavesOnStack(pass, use) {
			continue
		}
		more, ok := readsInto(pass, use)
		if !ok {
			return none, false
		}
		p.Edits = append(p.Edits, more...)
	}
	return p, len(p.Edits) > 0 && !unread(pass)
}

// few reports whether a type is an array of few bytes.
func few(t types.Type) bool {
	array, ok := t.Underlying().(*types.Array)
	return ok && array.Len() <= mostBytes &&
		types.Identical(array.Elem(), types.Typ[types.Byte])
}

// readsInto returns the edits that have io.ReadFull(r, v[:]), at a use of v, no longer send v
// to the heap.
func readsInto(pass *analysis.Pass, use inspector.Cursor) ([]analysis.TextEdit, bool) {
	if use.ParentEdgeKind() != edge.SliceExpr_X ||
		use.Parent().ParentEdgeKind() != edge.CallExpr_Args {
		return nil, false
	}
	cur := use.Parent().Parent()
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsFunc(pass.TypesInfo, call, "io", "ReadFull") || len(call.Args) != 2 {
		return nil, false
	}
	r, ok := inMemory(pass, call.Args[0], readers...)
	if !ok {
		return nil, false
	}
	h := byteReader(r)
	if r == "*bufio.Reader" && someBytes(pass, use.Parent().Node().(*ast.SliceExpr)) {
		h = peeker()
	}
	p, ok := withHelper(pass, cur, h, "")
	return p.Edits, ok
}

// someBytes reports whether a part of an array is surely not empty.
func someBytes(pass *analysis.Pass, part *ast.SliceExpr) bool {
	at := func(e ast.Expr, otherwise int64) int64 {
		if e == nil {
			return otherwise
		}
		n, ok := technique.ConstantInt(pass.TypesInfo, e)
		if !ok {
			return -1
		}
		return n
	}
	low := at(part.Low, 0)
	high := at(part.High, pass.TypesInfo.TypeOf(part.X).Underlying().(*types.Array).Len())
	return 0 <= low && low < high
}

// unread reports whether the package takes back what it has read, as far as there is a
// difference: a read that fails forgets which rune was the last, or does not.
func unread(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Name() != "UnreadRune" && fn.Name() != "UnreadByte" || fn.Pkg() == nil {
			continue
		}
		switch path := fn.Pkg().Path(); path {
		case "bytes", "io":
			return true
		case "bufio", "strings":
			if fn.Name() == "UnreadRune" {
				return true
			}
		}
	}
	return false
}

// leavesOnStack reports whether a use of an array of bytes does not send it to the heap: an
// element, a part that is copied, or one that is given to package binary.
func leavesOnStack(pass *analysis.Pass, use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_X:
		addr, ok := use.Parent().Parent().Node().(*ast.UnaryExpr)
		return !ok || addr.Op != token.AND
	case edge.RangeStmt_X:
		return true
	case edge.SliceExpr_X:
	default:
		return false
	}
	call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
	if !ok || use.Parent().ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	if types.Identical(pass.TypesInfo.TypeOf(call.Fun), types.Typ[types.String]) ||
		technique.IsBuiltin(pass.TypesInfo, call, "copy") ||
		technique.IsBuiltin(pass.TypesInfo, call, "append") && call.Ellipsis.IsValid() {
		return true
	}
	fn, ok := technique.Func(pass.TypesInfo, call)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "encoding/binary" &&
		(strings.HasPrefix(fn.Name(), "Uint") || strings.HasPrefix(fn.Name(), "PutUint"))
}

// byteCopier returns the function that copies one byte.
func byteCopier(w, r string) technique.Helper {
	name := "copyByte" + suffix(r, "*bufio.Reader") + into(w)
	return technique.Helper{Name: name, Imports: importsOf(w, r),
		Text: strings.NewReplacer("NAME", name, "WRITER", w, "READER", r).Replace(
			`// NAME is io.CopyN(w, r, 1).
func NAME(w WRITER, r READER) (int64, error) {
	b, err := r.ReadByte()
	if err != nil {
		return 0, err
	}
	w.WriteByte(b)
	return 1, nil
}`)}
}

// byteReader returns the function that fills b.
func byteReader(r string) technique.Helper {
	name := "readBytes" + suffix(r, "*bufio.Reader")
	if r == "*bufio.Reader" {
		name = "readSomeBytes"
	}
	return technique.Helper{Name: name, Imports: append(importsOf(r, r), "io"),
		Text: strings.NewReplacer("NAME", name, "READER", r).Replace(
			`// NAME is io.ReadFull(r, b), of few bytes.
func NAME(r READER, b []byte) (int, error) {
	for n := range b {
		c, err := r.ReadByte()
		if err == io.EOF && n > 0 {
			return n, io.ErrUnexpectedEOF
		}
		if err != nil {
			return n, err
		}
		b[n] = c
	}
	return len(b), nil
}`)}
}

// peeker returns the function that fills b, of one byte at least, from the buffer of a reader,
// which has room for mostBytes at least. It ends with the read of a byte, which can be unread
// as after any read.
func peeker() technique.Helper {
	return technique.Helper{Name: "readBytes", Imports: []string{"bufio", "io"},
		Text: `// readBytes is io.ReadFull(r, b), of a few bytes, but not of none.
func readBytes(r *bufio.Reader, b []byte) (int, error) {
	next, err := r.Peek(len(b))
	n := copy(b, next)
	if n > 0 {
		r.Discard(n - 1)
		r.ReadByte()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}`}
}

// suffix tells the helpers for some types from that for the usual one: Buffer for
// *bytes.Buffer, StringsReader for *strings.Reader.
func suffix(t, usual string) string {
	if t == usual {
		return ""
	}
	return map[string]string{"*bytes.Buffer": "Buffer", "*bytes.Reader": "BytesReader",
		"*strings.Reader": "StringsReader"}[t]
}

// into tells the helpers that write to a builder.
func into(w string) string {
	if w == "*strings.Builder" {
		return "ToBuilder"
	}
	return ""
}

// importsOf returns the packages of two types, each once.
func importsOf(a, b string) []string {
	of := func(t string) string { return strings.TrimPrefix(t[:strings.Index(t, ".")], "*") }
	if of(a) == of(b) {
		return []string{of(a)}
	}
	return []string{of(a), of(b)}
}
