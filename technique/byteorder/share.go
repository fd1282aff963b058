package byteorder

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// shares matches the calls of binary.Read for one number each in a function, outside of the
// literals in it, and those of binary.Write to writers that have no room of their own. They
// share the bytes that they read and write, which are on the heap because readers and writers
// get them.
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
	if !several(calls) {
		return none, false
	}
	before, ok := around(calls)
	if !ok || !before.Node().Pos().IsValid() {
		return none, false
	}
	name := technique.FreshName(pass, file, "number")
	p := technique.Proposal{At: calls[0].Node(), Message: messageOf(list),
		Edits: []analysis.TextEdit{technique.Insert(technique.Start(pass, file, before.Node()),
			"var "+name+" [8]byte\n")}}
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
		if c, ok := numbers.CallAt(pass, cur); ok && technique.InFunc(cur, fn) {
			calls, list = append(calls, cur), append(list, c)
		}
	}
	return calls, list
}

// several reports whether there is something to share.
func several(calls []inspector.Cursor) bool {
	return len(calls) > 1 || len(calls) == 1 && technique.InLoop(calls[0])
}

// messageOf says what calls do that share bytes.
func messageOf(calls []*numbers.Call) string {
	reads, writes := false, false
	for _, c := range calls {
		reads, writes = reads || !c.Writes(), writes || c.Writes()
	}
	switch {
	case reads && writes:
		return "read and write numbers by their byte order, by way of bytes that they share"
	case writes:
		return "write numbers by their byte order, by way of bytes that they share"
	}
	return "read numbers by their byte order, into bytes that they share"
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
			return before, ok
		}
		if !ok && technique.InList(cur) && cur.Parent().Node().End() >= last.End() {
			before, ok = cur, true
		}
	}
	return before, false
}
