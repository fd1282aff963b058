// Package numbers knows the calls of package encoding/binary that read or write one number, and
// what does the same by way of bytes that the caller has. Each of those calls makes bytes of its
// own, which are on the heap because a reader or writer gets them.
package numbers

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Call is a call that reads or writes one number, or a record.
type Call struct {
	pass  *analysis.Pass
	file  *ast.File
	expr  *ast.CallExpr
	kind  Kind
	write bool
	// deref says that a pointer to the number is written, and addr that it is written &n.
	deref, addr bool
	record      *Record // nil for a number
	// pointer says that a pointer to a record is given that may be nil.
	pointer bool
}

// CallAt matches binary.Read(r, order, &n), where n is a number, and binary.Write(w, order, n).
// The reader or writer is not one of the package, which might keep what it gets, and has no
// room of its own for numbers of the order.
func CallAt(pass *analysis.Pass, cur inspector.Cursor) (*Call, bool) {
	c, ok := callAt(pass, cur)
	if !ok {
		return nil, false
	}
	if c.write {
		return c, c.written() && c.sayable()
	}
	addr, ok := c.expr.Args[2].(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil, false
	}
	c.kind, ok = KindOf(pass.TypesInfo.TypeOf(addr.X))
	return c, ok && c.sayable() && !OwnMethod(pass, pass.TypesInfo.TypeOf(c.expr.Args[0]), "Read")
}

// callAt matches such calls of anything.
func callAt(pass *analysis.Pass, cur inspector.Cursor) (*Call, bool) {
	c := &Call{pass: pass, expr: cur.Node().(*ast.CallExpr)}
	c.write = technique.IsFunc(pass.TypesInfo, c.expr, "encoding/binary", "Write")
	if !c.write && !technique.IsFunc(pass.TypesInfo, c.expr, "encoding/binary", "Read") ||
		len(c.expr.Args) != 3 {
		return nil, false
	}
	if technique.RunsLater(cur) {
		return nil, false
	}
	c.file = technique.FileOf(pass, c.expr.Pos())
	tv := pass.TypesInfo.Types[c.expr.Args[1]]
	return c, c.file != nil && !tv.IsNil() && isOrder(tv.Type) &&
		!technique.Commented(pass, c.expr)
}

// generic reports whether a helper may have type parameters.
func (c *Call) generic() bool { return technique.Since(c.pass, c.file, "go1.18") }

// sayable reports whether a helper can be written for the number's type.
func (c *Call) sayable() bool { return !c.kind.Named || c.generic() }

// written finds out what is written.
func (c *Call) written() bool {
	info := c.pass.TypesInfo
	w := info.TypeOf(c.expr.Args[0])
	if KnownOrder(info, c.expr.Args[1]) && RoomOf(w) != NoRoom || OwnMethod(c.pass, w, "Write") {
		return false
	}
	t := info.TypeOf(c.expr.Args[2])
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		u, addr := c.expr.Args[2].(*ast.UnaryExpr)
		t, c.deref, c.addr = pointer.Elem(), true, addr && u.Op == token.AND
	}
	var ok bool
	c.kind, ok = KindOf(t)
	return ok
}

// Writes reports whether the value is written, not read.
func (c *Call) Writes() bool { return c.write }

// Addressed returns x of a call that gets &x.
func (c *Call) Addressed() (x ast.Expr, ok bool) {
	addr, ok := c.expr.Args[2].(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil, false
	}
	return ast.Unparen(addr.X), true
}

// Size returns how many bytes are read or written: for a number 1, 2, 4 or 8.
func (c *Call) Size() int64 {
	if c.record != nil {
		return c.record.size
	}
	return int64(c.kind.Bits / 8)
}

// Record reports whether the value is a record.
func (c *Call) Record() bool { return c.record != nil }

// Array reports whether it is an array.
func (c *Call) Array() bool { return c.record != nil && technique.IsArray(c.record.named) }

// By returns the edits that have the call read or write by way of bytes, an expression of type
// []byte of at least as many.
//
//	have: binary.Read(r, order, &n)
//	want: readNumber32(r, order, b, &n)
func (c *Call) By(bytes string) ([]analysis.TextEdit, bool) {
	if c.record != nil {
		return c.recordBy(bytes)
	}
	h := reader(c.kind, c.generic())
	if c.write {
		h = writer(c.kind, c.generic())
	}
	edits, ok := h.Declare(c.pass, c.file, c.expr)
	return append(edits, technique.Replace(c.expr.Fun, h.Name), c.given(bytes+", ")), ok
}

// given returns the edit that gives the value with a text before it. Of &x, and of a pointer to a
// number, the value itself is written.
func (c *Call) given(text string) analysis.TextEdit {
	x := c.expr.Args[2]
	switch {
	case c.write && c.addr:
		return analysis.TextEdit{Pos: x.Pos(), End: x.(*ast.UnaryExpr).X.Pos(),
			NewText: []byte(text)}
	case c.deref:
		return technique.Insert(x.Pos(), text+"*")
	}
	return technique.Insert(x.Pos(), text)
}

// Boxes reports whether the call makes an object of the value that it is given. Numbers of one
// byte, and constants, are in the program already.
func (c *Call) Boxes() bool {
	if c.record != nil {
		return !c.pointer && !c.addr
	}
	return c.write && !c.deref && c.kind.Bits > 8 &&
		c.pass.TypesInfo.Types[c.expr.Args[2]].Value == nil
}

// KnownOrder reports whether an expression is one of the two orders that are variables of
// package binary.
func KnownOrder(info *types.Info, order ast.Expr) bool {
	sel, ok := ast.Unparen(order).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := info.Uses[sel.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == "encoding/binary" &&
		(v.Name() == "BigEndian" || v.Name() == "LittleEndian")
}

// Room is where a writer that is known has the bytes of a number.
type Room int

// The rooms.
const (
	NoRoom     Room = iota // on the heap: what becomes of them is not known
	StackRoom              // on the stack: it copies them
	BufferRoom             // in its own buffer: it has free space
)

// RoomOf returns the room of writers of a type.
func RoomOf(t types.Type) Room {
	switch {
	case technique.IsNamed(t, "bytes", "Buffer"):
		return StackRoom
	case technique.IsNamed(t, "bufio", "Writer"):
		return BufferRoom
	}
	return NoRoom
}

// isOrder reports whether a type is binary.ByteOrder, or one of the orders of package binary.
func isOrder(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "encoding/binary"
}

// OwnMethod reports whether a reader or writer has a type of the package, which may keep the
// bytes that the method fills or gets.
func OwnMethod(pass *analysis.Pass, t types.Type, name string) bool {
	if types.IsInterface(t) {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, name)
	return obj == nil || obj.Pkg() == pass.Pkg
}
