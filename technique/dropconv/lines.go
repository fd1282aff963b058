package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// readSlice reads a line, or what else ends with a byte, without a copy of it.
var readSlice = technique.Helper{Name: "readSlice", Imports: []string{"bufio"},
	Text: `// readSlice reads as r.ReadBytes does, and returns a part of the buffer of r if all of
// it is there. It holds until r is used next.
func readSlice(r *bufio.Reader, delim byte) ([]byte, error) {
	part, err := r.ReadSlice(delim)
	if err != bufio.ErrBufferFull {
		return part, err
	}
	long := append([]byte(nil), part...)
	part, err = r.ReadBytes(delim)
	return append(long, part...), err
}`}

// delimited reports whether the call at cur reads a text from a bufio.Reader into a variable,
// and returns the edits that leave it where it is read.
//
//	have: line, err := r.ReadString('\n')
//	want: line, err := readSlice(r, '\n')
func delimited(pass *analysis.Pass, cur inspector.Cursor) (edits []analysis.TextEdit, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !technique.IsMethod(pass.TypesInfo, call, "bufio", "Reader", "ReadString") {
		return nil, false
	}
	reader := types.Unalias(pass.TypesInfo.TypeOf(sel.X))
	_, assigned := cur.Parent().Node().(*ast.AssignStmt)
	_, pointer := reader.(*types.Pointer)
	file := technique.FileOf(pass, call.Pos())
	if !assigned || !pointer || !technique.IsNamed(reader, "bufio", "Reader") || file == nil {
		return nil, false
	}
	edits, ok = readSlice.Declare(pass, file, call)
	return append(edits, readingSlice(call, sel)...), ok
}

// readingSlice returns the edits that have a call of a reader's method call readSlice.
func readingSlice(call *ast.CallExpr, sel *ast.SelectorExpr) []analysis.TextEdit {
	return []analysis.TextEdit{technique.Insert(call.Pos(), readSlice.Name+"("),
		{Pos: sel.X.End(), End: call.Lparen + 1, NewText: []byte(", ")}}
}

// read follows a text that is read into the first of two variables.
func (t *trail) read(n *ast.AssignStmt) bool {
	return len(n.Lhs) == 2 && len(n.Rhs) == 1 && n.Tok == token.DEFINE && t.target(n.Lhs[0])
}

// reads reports whether a statement is the one that reads the text, before which there is
// nothing that could be written to.
func (t *trail) reads(n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	return ok && len(as.Lhs) == 2 && len(as.Rhs) == 1 && n == t.start.Parent().Node()
}

// decided returns where it is decided, by the text, what becomes of it: not before the error
// has been looked at with which it was read.
func (t *trail) decided() inspector.Cursor {
	at := t.start
	if !t.reads(t.start.Parent().Node()) || !technique.InList(t.start.Parent()) {
		return at
	}
	for next, ok := t.start.Parent().NextSibling(); ok; next, ok = next.NextSibling() {
		check, isIf := next.Node().(*ast.IfStmt)
		if !isIf || check.Init != nil || t.mentions(check.Cond) {
			break
		}
		at = next
	}
	return at
}

// mentions reports whether an expression looks at a variable that holds the text.
func (t *trail) mentions(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		if v, isVar := t.pass.TypesInfo.ObjectOf(id).(*types.Var); isVar && t.vars[v] {
			return true
		}
	}
	return false
}
