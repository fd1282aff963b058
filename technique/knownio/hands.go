package knownio

import (
	"bufio"
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// hands finds out what hands bytes to readers and writers, and collects the edits that have
// them copied instead.
type hands struct {
	pass  *analysis.Pass
	calls []inspector.Cursor
}

// propose proposes that the calls leave on the stack what is made at some place.
func (h *hands) propose(at ast.Node) (technique.Proposal, bool) {
	p := technique.Proposal{At: at,
		Message: "keep the bytes on the stack where a buffer of the standard library gets them"}
	file := technique.FileOf(h.pass, at.Pos())
	if len(h.calls) == 0 || file == nil || below(h.pass.Pkg) {
		return p, false
	}
	declared := map[string]bool{}
	for _, cur := range h.calls {
		call := cur.Node().(*ast.CallExpr)
		file := technique.FileOf(h.pass, call.Pos())
		if file == nil || technique.RunsLater(cur) || technique.Commented(h.pass, call) {
			return p, false
		}
		needs, edit := h.instead(call)
		for _, helper := range needs {
			edits, ok := helper.Declare(h.pass, file, call)
			if !ok {
				return p, false
			}
			if !declared[helper.Name] {
				p.Edits = append(p.Edits, edits...)
			}
			declared[helper.Name] = true
		}
		p.Edits = append(p.Edits, edit)
	}
	return p, true
}

// instead returns the helpers that a call needs in its place, and the edit that calls one.
func (h *hands) instead(call *ast.CallExpr) ([]technique.Helper, analysis.TextEdit) {
	fn, _ := technique.Func(h.pass.TypesInfo, call)
	if fn.Signature().Recv() == nil {
		if h.is(call.Args[0], ownMemory) { // which then need not be on the heap, either
			full := fullOf(h.pass.TypesInfo.TypeOf(call.Args[0]))
			return []technique.Helper{full}, technique.Replace(call.Fun, full.Name)
		}
		return []technique.Helper{fuller, reader}, technique.Replace(call.Fun, fuller.Name)
	}
	helper := reader
	if fn.Name() == "Write" {
		helper = writer
		file := technique.FileOf(h.pass, call.Pos())
		if !technique.Since(h.pass, file, "go1.18") { // which has AvailableBuffer
			helper = olderWriter
		}
	}
	x := ast.Unparen(call.Fun).(*ast.SelectorExpr).X
	return []technique.Helper{helper}, analysis.TextEdit{Pos: call.Pos(),
		End: call.Args[0].Pos(), NewText: []byte(helper.Name + "(" +
			technique.Text(h.pass, x) + ", ")}
}

// variable reports whether readers and writers get a variable or a part of it, and nothing else
// needs it on the heap.
func (h *hands) variable(v *types.Var) bool {
	uses, ok := technique.LocalUses(h.pass, v)
	for _, use := range uses {
		if technique.InLiteral(use, v) || !h.use(use) {
			return false
		}
	}
	return ok && len(h.calls) > 0 && !h.refills(v.Pos())
}

// refills reports whether what is known to be a bufio.Reader or bufio.Writer gets bytes that are
// declared at pos, before the loop that the call is in: a copy is made each time its buffer is
// empty or full, which takes more memory than the bytes that do for all iterations.
func (h *hands) refills(pos token.Pos) bool {
	return slices.ContainsFunc(h.calls, func(cur inspector.Cursor) bool {
		return h.buffers(cur) && technique.Repeated(cur, pos)
	})
}

// buffers reports whether a call reads from or writes to what is known to be of package bufio.
func (h *hands) buffers(cur inspector.Cursor) bool {
	call := cur.Node().(*ast.CallExpr)
	with := call.Args[0]
	if fn, _ := technique.Func(h.pass.TypesInfo, call); fn.Signature().Recv() != nil {
		with = ast.Unparen(call.Fun).(*ast.SelectorExpr).X
	}
	return h.is(with, "*bufio.Reader *bufio.Writer")
}

// use judges a use of the bytes, or of a part of them, or of a struct that holds them. A copy of
// an array or a struct shares nothing with it.
func (h *hands) use(cur inspector.Cursor) bool {
	info, parent := h.pass.TypesInfo, cur.Parent()
	if whole(info.TypeOf(cur.Node().(ast.Expr))) &&
		(technique.ByValue(info, cur) || cur.ParentEdgeKind() == edge.AssignStmt_Lhs) {
		return true
	}
	switch n := parent.Node().(type) {
	case *ast.SelectorExpr:
		return h.field(parent, n)
	case *ast.ParenExpr:
		return h.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(info, parent)
	case *ast.SliceExpr:
		return n.X != cur.Node() || h.use(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return true
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args &&
			h.argument(parent, n, cur.ParentEdgeIndex())
	}
	return false
}

// field judges a use of a field of a struct, which readers and writers may get where it holds a
// few bytes. The others may not be pointed to.
func (h *hands) field(cur inspector.Cursor, n *ast.SelectorExpr) bool {
	info := h.pass.TypesInfo
	sel := info.Selections[n]
	if sel == nil || sel.Kind() != types.FieldVal || sel.Indirect() {
		return false
	}
	t := sel.Type().Underlying()
	if _, is := t.(*types.Struct); is || few(t) {
		return h.use(cur)
	}
	if _, is := t.(*types.Array); is {
		return !technique.PointedTo(info, cur)
	}
	_, addressed := technique.Replaced(cur)
	return !addressed && !technique.ByMethod(info, cur)
}

// argument judges a call that gets the bytes.
func (h *hands) argument(cur inspector.Cursor, call *ast.CallExpr, index int) bool {
	info := h.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call)) || whole(info.TypeOf(call))
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap", "copy", "clear":
			return true
		case "append":
			return index > 0 && call.Ellipsis.IsValid() || index == 0 && h.use(cur)
		}
	case *types.Func:
		if h.hands(call, fn, index) {
			h.calls = append(h.calls, cur)
			return true
		}
		if effects.Transfers(fn) || effects.HandsOn(fn) || !effects.Known(fn) {
			return false
		}
		if effects.ReturnsSlice(fn) && !effects.Of(fn).Has(effects.Keeps) {
			return technique.IsBytes(info.TypeOf(call)) && h.use(cur)
		}
		return effects.RetainsNothing(fn, index)
	}
	return false
}

// hands reports whether a call gives the bytes to a reader or a writer of which only the program
// knows when it runs what it is, and which may be one that the helpers know.
func (h *hands) hands(call *ast.CallExpr, fn *types.Func, index int) bool {
	info := h.pass.TypesInfo
	if fn.Pkg() != nil && fn.Pkg().Path() == "io" && fn.Name() == "ReadFull" &&
		fn.Signature().Recv() == nil {
		return index == 1 && (h.maybe(call.Args[0], readers) ||
			h.is(call.Args[0], "*bufio.Reader "+ownMemory))
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fn.Signature().Recv() == nil || !effects.Moves(fn) ||
		len(info.Selections[sel].Index()) > 1 {
		return false
	}
	if fn.Name() == "Read" {
		return h.maybe(sel.X, readers) || h.is(sel.X, "*bufio.Reader")
	}
	return h.maybe(sel.X, writers) || h.is(sel.X, "*bufio.Writer")
}

// is reports whether an expression has one of some types that hand the bytes to an interface all
// the same: a bufio.Reader to what it reads from, and io.ReadFull to any reader.
func (h *hands) is(e ast.Expr, known string) bool {
	t := types.TypeString(types.Unalias(h.pass.TypesInfo.TypeOf(e)), nil)
	return slices.Contains(strings.Fields(known), t)
}

// ownMemory are the readers that read from memory, and copy it.
const ownMemory = "*bytes.Buffer *bytes.Reader *strings.Reader"

// readers and writers are the types that the helpers know.
var (
	readers = []reflect.Type{reflect.TypeFor[*bytes.Buffer](), reflect.TypeFor[*bytes.Reader](),
		reflect.TypeFor[*strings.Reader](), reflect.TypeFor[*bufio.Reader]()}
	writers = []reflect.Type{reflect.TypeFor[*bytes.Buffer](), reflect.TypeFor[*bufio.Writer]()}
)

// maybe reports whether what an interface holds may be of one of some types, by the names of its
// methods. The compiler knows what a variable holds that always has one value of another type.
func (h *hands) maybe(e ast.Expr, known []reflect.Type) bool {
	t := h.pass.TypesInfo.TypeOf(e)
	if _, param := types.Unalias(t).(*types.TypeParam); param || !types.IsInterface(t) {
		return false
	}
	if v, ok := technique.Variable(h.pass.TypesInfo, ast.Unparen(e)); ok {
		value := technique.OnlyValue(h.pass, v)
		if value != nil && !types.IsInterface(h.pass.TypesInfo.TypeOf(value)) {
			return false
		}
	}
	methods := types.NewMethodSet(t)
	for _, k := range known {
		count := 0
		for m := range methods.Methods() {
			if _, ok := k.MethodByName(m.Obj().Name()); ok {
				count++
			}
		}
		if count == methods.Len() {
			return true
		}
	}
	return false
}

// What the helpers know: writers and readers that copy the bytes they get, or of which the
// package shows the buffer.
var (
	writer = writing("len(p) <= w.Available()",
		"return w.Write(append(w.AvailableBuffer(), p...))")
	olderWriter = writing("len(p) > 0 && len(p) <= w.Available()", `for n, b := range p {
				if err := w.WriteByte(b); err != nil {
					return n, err
				}
			}
			return len(p), nil`)
	reader = technique.Helper{Name: "readSmall",
		Imports: []string{"bufio", "bytes", "io", "strings"},
		Text: `// readSmall is r.Read(p), for a few bytes. They stay on the stack of its caller.
func readSmall(r io.Reader, p []byte) (int, error) {
	switch r := r.(type) {
	case *bytes.Buffer:
		return r.Read(p)
	case *bytes.Reader:
		return r.Read(p)
	case *strings.Reader:
		return r.Read(p)
	case *bufio.Reader:
		if n := r.Buffered(); n > 0 && len(p) > 0 {
			if n > len(p) {
				n = len(p)
			}
			next, _ := r.Peek(n)
			copy(p, next)
			r.Discard(n - 1)
			r.ReadByte() // which can be unread, as after any read
			return n, nil
		}
	}
	q := make([]byte, len(p))
	copy(q, p)
	n, err := r.Read(q)
	copy(p, q)
	return n, err
}`}
	fuller = technique.Helper{Name: "readFullSmall", Imports: []string{"io"},
		Text: "// readFullSmall is io.ReadFull(r, p) in the same way.\n" +
			full("readFullSmall", "io.Reader", "readSmall(r, p[n:])")}
)

// full returns a function that does what io.ReadFull does, with a reader of a type and what reads
// from it.
func full(name, typ, read string) string {
	return "func " + name + "(r " + typ + `, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var more int
		more, err = ` + read + `
		n += more
	}
	if n >= len(p) {
		err = nil
	} else if n > 0 && err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}`
}

// writing returns the helper that writes a few bytes, with what it does for a bufio.Writer, and
// when.
func writing(when, what string) technique.Helper {
	return technique.Helper{Name: "writeSmall", Imports: []string{"bufio", "bytes", "io"},
		Text: `// writeSmall is w.Write(p), for a few bytes. They stay on the stack of its caller.
func writeSmall(w io.Writer, p []byte) (int, error) {
	switch w := w.(type) {
	case *bytes.Buffer:
		return w.Write(p)
	case *bufio.Writer:
		if ` + when + ` {
			` + what + `
		}
	}
	q := make([]byte, len(p))
	copy(q, p)
	return w.Write(q)
}`}
}
