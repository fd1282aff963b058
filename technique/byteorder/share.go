package byteorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// shares matches the calls of binary.Read for one number or struct each in a function, outside of
// the literals in it, and those of binary.Write to writers that have no room of their own. They
// share the bytes that they read and write, which are on the heap because readers and writers
// get them. What is read is on the heap no longer.
//
//	have: err := binary.Read(r, order, &n)
//	want: var number [8]byte; err := readNumber32(r, order, number[:], &n)
func shares(pass *analysis.Pass, fn inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	file := technique.FileOf(pass, fn.Node().Pos())
	if file == nil || technique.HasGoto(pass, fn.Node()) {
		return none, false
	}
	calls, list := callsIn(pass, fn)
	if !several(calls) && !alone(pass, fn, list) {
		return none, false
	}
	before, ok := around(calls)
	if !ok || !before.Node().Pos().IsValid() {
		return none, false
	}
	name, size := roomFor(list)
	name = technique.FreshName(pass, file, name)
	p := technique.Proposal{At: calls[0].Node(), Message: messageOf(list, several(calls)),
		Edits: []analysis.TextEdit{technique.Insert(technique.Start(pass, file, before.Node()),
			fmt.Sprintf("var %s [%d]byte\n", name, size))}}
	for i, c := range list {
		edits, ok := c.By(name + "[:]")
		if !ok {
			return none, false
		}
		if i > 0 {
			p.Also = append(p.Also, calls[i].Node())
		}
		p.Edits = append(p.Edits, edits...)
	}
	return p, technique.Predeclared(pass, before.Node().Pos(), "byte")
}

// callsIn returns these calls.
func callsIn(pass *analysis.Pass, fn inspector.Cursor) (
	calls []inspector.Cursor, list []*numbers.Call) {
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		if c, ok := valueAt(pass, cur); ok && !c.Direct() && technique.InFunc(cur, fn) {
			calls, list = append(calls, cur), append(list, c)
		}
	}
	return calls, list
}

// valueAt matches a call for a number or a struct, but not one for bytes that are better read as
// they are.
func valueAt(pass *analysis.Pass, cur inspector.Cursor) (*numbers.Call, bool) {
	if c, ok := numbers.CallAt(pass, cur); ok {
		return c, true
	}
	if _, ok := fill(pass, cur); ok {
		return nil, false
	}
	return numbers.RecordAt(pass, cur)
}

// direct matches binary.Read from a reader that has its bytes in memory: those that are read are
// on the stack then, and so may be the reader. And it matches binary.Write to a writer that has
// room, where the order or what a pointer leads to is not known before.
//
//	have: binary.Read(bytes.NewReader(b), binary.BigEndian, &n)
//	want: readNumber32BigFromBytes(bytes.NewReader(b), &n)
//
//	have: binary.Write(buf, order, n)
//	want: writeNumber32ToBuffer(buf, order, n)
func direct(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	c, ok := valueAt(pass, cur)
	if !ok || !c.Direct() {
		return technique.Proposal{}, false
	}
	edits, ok := c.ByItself()
	p := technique.Proposal{At: cur.Node(), Edits: edits, Safe: c.Ordered(),
		Message: "read by the byte order, by way of bytes on the stack"}
	if c.Writes() {
		p.Message = "write by the byte order, into the room that the writer has"
	}
	return p, ok
}

// several reports whether there is something to share.
func several(calls []inspector.Cursor) bool {
	return len(calls) > 1 || len(calls) == 1 && technique.InLoop(calls[0])
}

// alone reports whether it is worth while to do a call that is the only one by way of bytes of its
// own: what is written is boxed no longer, or the variable whose address is given away
// is on the stack then.
func alone(pass *analysis.Pass, fn inspector.Cursor, list []*numbers.Call) bool {
	if len(list) != 1 {
		return false
	}
	x, addressed := list[0].Addressed()
	if !addressed {
		return list[0].Boxes() && (list[0].Record() || !list[0].Ordered())
	}
	v, ok := technique.Variable(pass.TypesInfo, x)
	if !ok {
		return false
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		if !technique.InFunc(use, fn) ||
			use.Node() != ast.Node(x) && technique.PointedTo(pass.TypesInfo, use) &&
				!byValue(pass.TypesInfo, use) {
			return false
		}
	}
	return ok && fn.Node().Pos() <= v.Pos()
}

// byValue reports whether a use of a variable is for a method that gets a copy of it.
func byValue(info *types.Info, use inspector.Cursor) bool {
	n, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok || info.Selections[n] == nil {
		return false
	}
	fn, ok := info.Selections[n].Obj().(*types.Func)
	return ok && !technique.IsPointer(fn.Signature().Recv().Type())
}

// roomFor returns a name for the bytes that calls share, and how many these are.
func roomFor(list []*numbers.Call) (name string, size int64) {
	name, size = "number", 8
	for _, c := range list {
		if c.Record() {
			name = "record"
		}
	}
	if name == "record" {
		size = 0
	}
	for _, c := range list {
		size = max(size, c.Size())
	}
	return name, size
}

// messageOf says what calls do that share bytes, or what one does that has its own.
func messageOf(calls []*numbers.Call, shared bool) string {
	reads, writes := false, false
	what, by := "numbers by their byte order", "by way of bytes that they share"
	for _, c := range calls {
		reads, writes = reads || !c.Writes(), writes || c.Writes()
		if c.Record() {
			what = "the fields of structs by their byte order"
		}
	}
	if !shared && calls[0].Array() {
		what, by = "the elements of the array by their byte order", "by way of bytes of its size"
	} else if !shared && calls[0].Record() {
		what, by = "the fields of the struct by their byte order", "by way of bytes of its size"
	} else if !shared {
		what, by = "the number by its byte order", "by way of bytes of its own"
	}
	switch {
	case reads && writes:
		return "read and write " + what + ", " + by
	case writes:
		return "write " + what + ", " + by
	}
	return "read " + what + ", " + strings.Replace(by, "by way of", "into", 1)
}

// around returns the innermost statement outside of loops before which a declaration is seen
// by all calls, and runs before each of them.
func around(calls []inspector.Cursor) (before inspector.Cursor, ok bool) {
	last := calls[len(calls)-1].Node()
	for cur := range calls[0].Enclosing() {
		switch cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			ok = false
		case *ast.FuncDecl, *ast.FuncLit:
			return before, ok && !oneCase(before.Node())
		}
		if !ok && technique.InList(cur) && cur.Parent().Node().End() >= last.End() {
			before, ok = cur, true
		}
	}
	return before, false
}

// oneCase reports whether a statement runs one of several cases: a call in each shares nothing, and
// where there is none, bytes would be made for nothing.
func oneCase(n ast.Node) bool {
	if labeled, ok := n.(*ast.LabeledStmt); ok {
		return oneCase(labeled.Stmt)
	}
	switch n.(type) {
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}
